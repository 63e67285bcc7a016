"""The public API of the backward pass: ``Glass.gradients``."""

from typing import Annotated, Any

from model.arguments import Within, check_arguments
from model.backward.gradients import Example, backward_pass, encode_reference
from model.tensors import Trace
from model.tokens import encode_source


@check_arguments
def gradients(
    glass: Any,
    text: str,
    to: str,
    target: str | None = None,
    *,
    smoothing: Annotated[float, Within(0, 1)] = 0.0,
    residuals: bool = True,
) -> Trace:
    """Return the gradients of a sentence's loss at every tap and weight, by name.

    The loss is the cross-entropy of each token of ``target``, in nats, summed over the tokens. If
    ``found`` is the result, ``found["logits"]`` is therefore the softmax minus the target
    distribution (one-hot, if ``smoothing`` is 0);
    ``found["encoder.layers.0.self_attention.q"]`` is the gradient at a tap of ``glass.taps``, and
    ``found["encoder.layers.0.self_attention.W_Q.weight"]`` the gradient at a weight of
    ``glass.network.state_dict()``. The model itself does not change.

    Args:
        glass: the model; this is its method.
        text: the sentence; of more than 128 pieces, the first 128 are read.
        to: code of the target language.
        target: the reference translation; None for the model's own.
        smoothing: share of each target that is spread evenly over the vocabulary (section 5.4).
        residuals: whether gradients flow through the residual connections.

    Raises:
        ValueError: if the text or the target is empty, if the model does not write the language, or
            if the vocabulary lacks a character of the target.
    """
    source = encode_source(glass.tokenizer, text, to)
    if target is None:
        right = glass.search(source, to).hypotheses[0].tokens
    else:
        right = encode_reference(glass.tokenizer, target)
    example = Example.from_ids(source.ids, glass.tokenizer.start(to), right)
    return backward_pass(glass.network, example, smoothing, residuals, weights=True).gradients
