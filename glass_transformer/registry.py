"""The registry of views: name -> function that draws a reading, with its parameters."""

import inspect
from collections import UserDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import get_type_hints

from model.arguments import check_value
from model.decoding import Sampling
from model.languages import language_name
from model.measures import logit_lens
from model.parts import ATTENTIONS, Head
from model.reading import Reading
from pages.attention.multi_head import remarks as multi_head
from pages.attention.multi_head.views.head_view import show_heads
from pages.attention.scaled_dot_product import remarks as scaled_dot_product
from pages.attention.scaled_dot_product.views.attention_matrices import show_attention_matrices
from pages.attention.scaled_dot_product.views.attention_steps import (
    AttentionSelection,
    show_attention_steps,
)
from pages.decoder.cross_attention import choices as memory_page
from pages.decoder.cross_attention import remarks as cross_attention
from pages.decoder.cross_attention.rows import RowOptions, memory_rows
from pages.decoder.cross_attention.selection import Selection, TargetReading
from pages.decoder.cross_attention.views.memory_view import show_memory_view
from pages.decoder.decoder_stack import remarks as decoder_stack
from pages.decoder.decoder_stack.views.lens import show_logit_lens
from pages.decoder.masking import passes
from pages.decoder.masking import remarks as masking
from pages.decoder.masking.views.mask_maps import Cell, show_mask_maps
from pages.lab.trace_it import picture
from pages.lab.trace_it.choices import TracedToken
from pages.output.decoding.views.search_tree import show_search_tree
from pages.output.next_token import remarks as next_token_page
from pages.output.next_token.views.next_token import ShownStep, list_candidates, show_next_token
from ui.readings.reading import quote_pieces
from ui.sentence import Remark


@dataclass(frozen=True)
class ViewEntry:
    """A registered view: the function that draws a reading, and its page.

    Args:
        draw: draws a reading, with the choices as keywords; returns a sentence or two on what the
            picture shows, or None.
        page: address of its page in the app.
    """

    draw: Callable[..., Remark | str | None]
    page: str

    def __repr__(self) -> str:
        chosen = [f"{name}={default!r}" for name, default in self.defaults.items()]
        return f"{inspect.getdoc(self.draw)} ({', '.join(chosen)})"

    @property
    def defaults(self) -> dict[str, object]:
        """The default of each choice that the view takes, by name."""
        _, *known = inspect.signature(self.draw).parameters.values()
        return {one.name: one.default for one in known}

    def check_choices(self, reading: Reading, choices: Mapping[str, object]) -> dict[str, object]:
        """Validate the arguments of a view; return them, with defaults for those not given.

        Args:
            reading: the reading that will be drawn.
            choices: keyword arguments of ``draw``, such as ``{"layer": 2}``.

        Raises:
            ValueError: if the view takes no such argument, or the reading has no such layer, head,
                query or step.
        """
        if unknown := sorted(choices.keys() - self.defaults.keys()):
            known = ", ".join(self.defaults)
            raise ValueError(f"this view takes no {unknown[0]!r}, only {known}")
        hints = get_type_hints(self.draw)
        for name, value in choices.items():
            check_value(name, value, hints[name])
        chosen = {**self.defaults, **choices}
        kind = chosen.get("attention", "cross" if self.page == "cross_attention" else "decoder")
        if kind not in ATTENTIONS:
            raise ValueError(f"there is no attention {kind!r}, only {', '.join(ATTENTIONS)}")
        config = reading.network.config
        sizes = {
            "layer": len(config.layers(kind)),
            "head": config.h,
            "word": len(reading.axes(kind)[0]),
            "row": len(reading.target),
            "step": len(reading.output),
        }
        for name in sizes.keys() & chosen.keys():
            place, size = chosen[name], sizes[name]
            if not isinstance(place, int) or not 0 <= place < size:
                raise ValueError(f"{name}={place!r}: here it goes from 0 to {size - 1}")
        return chosen


class Views(UserDict[str, ViewEntry]):
    """All views by name; their ``repr`` lists each with its parameters."""

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {takes!r}" for name, takes in self.items())


def heads(
    reading: Reading, attention: str = "encoder", layer: int = 0, head: int = 0, word: int = 0
) -> Remark | str:
    """Draw all heads of one attention as a grid, with one enlarged; ``word`` is the query."""
    chosen = Head(attention, layer, head)
    show_heads(reading, chosen, word, None, on_silence=lambda _: None)
    return multi_head.describe_takeaway(reading, reading.layers(attention, "weights"), chosen)


def steps(
    reading: Reading, attention: str = "encoder", layer: int = 0, head: int = 0, word: int = 0
) -> Remark | str:
    """Draw scaled dot-product attention of one query (``word``), step by step."""
    queries, keys = reading.axes(attention)
    choice = AttentionSelection(word, -1, head, divide=True)
    show_attention_steps(reading.attention(attention, layer), queries, keys, choice, key="steps")
    return _describe_row_takeaway(reading, attention, layer, head, word)


def matrices(
    reading: Reading, attention: str = "encoder", layer: int = 0, head: int = 0, word: int = 0
) -> Remark | str:
    """Draw scores, mask and softmax of one head as matrices; ``word`` is the selected query."""
    queries, keys = reading.axes(attention)
    choice = AttentionSelection(word, -1, head, divide=True)
    show_attention_matrices(
        reading.attention(attention, layer), queries, keys, choice, key="matrices"
    )
    return _describe_row_takeaway(reading, attention, layer, head, word)


def _describe_row_takeaway(
    reading: Reading, attention: str, layer: int, head: int, word: int
) -> Remark | str:
    """Return the takeaway: which keys one query token attends to most."""
    axes, tensors = reading.axes(attention), reading.attention(attention, layer)
    visible = tensors["visible"][0].expand(1, len(axes[0]), len(axes[1]))[0, word].tolist()
    return scaled_dot_product.describe_takeaway(tensors["weights"][0], word, head, visible, axes)


def masks(reading: Reading, layer: int = 0, head: int = 0, row: int = 0) -> Remark | str:
    """Draw what the causal mask does to the scores of one head; ``row`` is the selected query."""
    show_mask_maps(
        passes.collect_map_tensors(reading, layer),
        reading.target,
        Cell(row, row, head),
        words=masking.make_map_headings(True, masking.CAUSAL_MASK_SUBTITLES)
        | {"says": masking.compare_predictions(reading, reading)},
        key="causal_maps",
    )
    return masking.describe_takeaway(reading, reading, layer, head, row)


def memory(reading: Reading, layer: int = 0, head: int = 0, step: int = 0) -> Remark | str:
    """Draw the cross-attention of a layer at a step: alignment lines, one head's map, all heads."""
    how = RowOptions()
    readers = [
        TargetReading(language_name(reading.language), "", reading, memory_rows(reading, how))
    ]
    version = memory_page.make_tensor_version(readers, how)
    look = Selection(layer, head, step, measure_index=0, quantity="weight", shift=how.shift)
    show_memory_view(readers, look, None, version)
    memory_page.send_view_tensors(readers, version)
    return cross_attention.describe_takeaway(readers, look)


def depths(reading: Reading, step: int = 0, layer: int = 0) -> Remark | str:
    """Draw the logit lens: predictions by layer and step, with (``layer``, ``step``) selected."""
    said, model = reading.output_ids, reading.network
    logits = logit_lens.logit_lens(reading.trace, model.E.weight, model.b)[:, : len(said)]
    places = logit_lens.token_ranks(logits, said)
    show_logit_lens(logits, places, reading, reading.tokenizer, (step, layer))
    decided = int(logit_lens.decision_layers(places)[step])
    return decoder_stack.describe_takeaway(
        decided, logits[:, step], said[step], reading.output[step].text, reading.tokenizer
    )


def token(reading: Reading, step: int = 0) -> Remark | str:
    """Draw how logits become the next token: temperature, top-k and top-p."""
    logits, said = reading.trace["logits"][0, step], reading.output_ids[step]
    listed = list_candidates(logits, said, None)
    x, version = (
        reading.trace.residual_stream("decoder")[-1, step],
        (reading.source_ids, reading.output_ids),
    )
    show_next_token(
        ShownStep(x, logits, said, None, (*version, step)),
        reading.network.E.weight.detach(),
        reading.tokenizer,
        chosen_candidate=listed.index(said),
        sampling=Sampling(),
    )
    p = logits.softmax(dim=-1)
    names = quote_pieces(reading.tokenizer.pieces([*listed[:3], said]))
    return next_token_page.describe_takeaway(p, said, names)


def tree(reading: Reading, alpha: float = 0.6) -> None:
    """Draw the tree of the beam search; ``alpha`` is the exponent of the length penalty."""
    if not reading.steps:
        raise ValueError("this translation was given: nothing was searched")
    width = max(sum(one.fate == "kept" for one in step) for step in reading.steps)
    show_search_tree(
        reading.steps,
        reading.tokenizer,
        reading.target_ids[0],
        {
            "version": [str(reading.source_ids), str(reading.output_ids)],
            "method": "beam",
            "width": width,
            "forced": 0,
        },
        state=_TREE_STATE | {"alpha": alpha},
    )


_TREE_STATE = {"step": 0, "pruned": 1, "temperature": 1.0, "top_k": 0, "top_p": 1.0, "seed": 1}


def flow(reading: Reading, step: int = 0) -> None:
    """Draw how tokens, heads and layers contribute to one output token."""
    picture.show_graph(TracedToken(reading, step, reading.flow(step).linearized.decision))


views = Views(
    {
        "heads": ViewEntry(heads, "multi_head"),
        "steps": ViewEntry(steps, "scaled_dot_product"),
        "matrices": ViewEntry(matrices, "scaled_dot_product"),
        "masks": ViewEntry(masks, "masking"),
        "memory": ViewEntry(memory, "cross_attention"),
        "depths": ViewEntry(depths, "decoder_stack"),
        "token": ViewEntry(token, "next_token"),
        "tree": ViewEntry(tree, "decoding"),
        "flow": ViewEntry(flow, "trace_it"),
    }
)
