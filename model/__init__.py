"""The Transformer of *Attention Is All You Need* (Vaswani et al., 2017), readable and traceable.

``import model`` is enough to use a trained one from Python:

    glass = model.load()                                  # or a folder that model.training wrote
    run = glass.read("Where is the station?", to="fr")    # translates, and records one pass
    run.translation, run.source, run.output               # the translation, and the tokens
    run.trace.pick("decoder.layers.0.cross_attention.weights", head=1)      # target x source
    run.trace.layers("decoder.layers.{}.cross_attention.weights", head=1)   # the same, all layers
    glass.taps                                            # every name, with its axes
    glass.translate(run.text, to="fr", changes=[model.SilencedHead("cross", 0, 1)])
    glass.read(run.text, to="fr", edits={"encoder.layers.0.self_attention.heads": torch.zeros_like})
    glass.read(other, to="fr", edits=model.patch("memory", run.trace, position=3))
    run.flow(step=3).strongest_edges()                    # exact path decomposition of a step
    run.attribute("alti", target=3)                       # each input token's contribution
    run.contributions("cross", layer=0)                   # norms of weights times values
    glass.gradients(run.text, to="fr", target="Où est la gare ?")  # at every tap and weight
    glass.read(run.text, to="fr", prefix="Cette").n_best()  # forced beginning; all hypotheses
    formal = glass.direction(plus=["Vous parlez.", "Venez !"], minus=["Tu parles.", "Viens !"])
    glass.translate("Where do you live?", to="de", changes=[model.Steering(formal, alpha=2)])

All changes are in ``model.changes.kinds``. Nothing of this modifies the model itself.

Names of axes in the signatures and traces of this package (there are no others; figures have
further ones of their own):

    batch            sentences of one batch
    source, target   positions of tokens in the sentence and in its translation
    query, key       positions in their role inside attention
    position         a position of either sentence
    head             one of the h heads
    d_model, d_k, d_ff   width of the residual stream, of a head (also d_v), of the hidden layer
    vocab            pieces of the shared vocabulary
    layer            the layers of a stack; in a stream, the input of the first, then each output
    attention        the three of ``parts.ATTENTIONS``, in that order
    new              positions that a cache has not seen; without a cache, all of them
    row              rows of a table or of several runs: runs that differ in one thing, positions
                     of a whole batch in one list without padding, rows of detection's W
    count            the top few of a ranking, best first
    depth, column    of a map of patches: layers from below, positions or heads that are patched
    answer           answers that a small network of the lessons chooses among
    token            tokens of the source, then those that the decoder has read
    site             patch sites, such as one token, each patched in a run of its own
    part             terms that add up to one vector: those of the heads, and the residual
    node             nodes of the flow graph whose vectors add up to one
    query_node, key_node   the same for the query vector of a score, and for the key vector
    unit             hidden units of one feed-forward network
    translation      judged translations
    n                entries of lists that are compared
    step             output steps of a translation, one for each output token
    text, language   of detection: texts, and the languages known
    source_word, target_word   words of both sides, when their pieces are merged
    *some            any leading axes, or none
    1, 2, 3          an axis of that size
    _                any other axis, such as a mask's where one serves all heads

Layers and heads count from 0 in tensors and in the names of a trace. A boolean mask is called
``visible`` and is True where a query may look at a key.
"""

import typing as _typing
from importlib import import_module as _import_module

from model.interrupts import install_quiet_excepthook as _end_quietly

if _typing.TYPE_CHECKING:  # for editors and type checkers
    from model.changes.attentions import GroupedHeads as GroupedHeads
    from model.changes.attentions import PinnedWeights as PinnedWeights
    from model.changes.attentions import SilencedHead as SilencedHead
    from model.changes.attentions import TemperedAttention as TemperedAttention
    from model.changes.change import Change as Change
    from model.changes.direction import Direction as Direction
    from model.changes.parts import CutPosition as CutPosition
    from model.changes.parts import FilledTap as FilledTap
    from model.changes.parts import RemovedPart as RemovedPart
    from model.changes.parts import ShuffledPositions as ShuffledPositions
    from model.changes.parts import SilencedUnit as SilencedUnit
    from model.changes.parts import SwappedEmbedding as SwappedEmbedding
    from model.changes.patches import patch as patch
    from model.changes.steering import Steering as Steering
    from model.changes.taught import TaughtWeights as TaughtWeights
    from model.changes.whole_model import MissingEverywhere as MissingEverywhere
    from model.changes.whole_model import RoundedWeights as RoundedWeights
    from model.experiments import ablate_heads as ablate_heads
    from model.experiments import head_roles as head_roles
    from model.experiments import patch_grid as patch_grid
    from model.glass import Glass as Glass
    from model.glass import load as load
    from model.grid import Grid as Grid
    from model.measures.lens import Lens as Lens
    from model.reading import Reading as Reading
    from model.tensors import Trace as Trace
    from model.version import __version__ as __version__

__all__ = [  # editors read this list, which they would not if it were computed
    "Change",
    "CutPosition",
    "Direction",
    "FilledTap",
    "Glass",
    "Grid",
    "GroupedHeads",
    "Lens",
    "MissingEverywhere",
    "PinnedWeights",
    "Reading",
    "RemovedPart",
    "RoundedWeights",
    "ShuffledPositions",
    "SilencedHead",
    "SilencedUnit",
    "Steering",
    "SwappedEmbedding",
    "TaughtWeights",
    "TemperedAttention",
    "Trace",
    "__version__",
    "ablate_heads",
    "head_roles",
    "load",
    "patch",
    "patch_grid",
]

_end_quietly()

# The public API is imported lazily: programs of this package, and whatever only reads a config, do
# without it.
_DOOR = {
    "Change": ".changes.change",
    "CutPosition": ".changes.parts",
    "Direction": ".changes.direction",
    "FilledTap": ".changes.parts",
    "Glass": ".glass",
    "Grid": ".grid",
    "GroupedHeads": ".changes.attentions",
    "Lens": ".measures.lens",
    "MissingEverywhere": ".changes.whole_model",
    "PinnedWeights": ".changes.attentions",
    "Reading": ".reading",
    "RemovedPart": ".changes.parts",
    "RoundedWeights": ".changes.whole_model",
    "ShuffledPositions": ".changes.parts",
    "SilencedHead": ".changes.attentions",
    "SilencedUnit": ".changes.parts",
    "Steering": ".changes.steering",
    "SwappedEmbedding": ".changes.parts",
    "TaughtWeights": ".changes.taught",
    "TemperedAttention": ".changes.attentions",
    "Trace": ".tensors",
    "__version__": ".version",
    "ablate_heads": ".experiments",
    "head_roles": ".experiments",
    "load": ".glass",
    "patch": ".changes.patches",
    "patch_grid": ".experiments",
}
_OLDER = {  # former names of changes, kept for one version
    "Filled": "FilledTap",
    "Grouped": "GroupedHeads",
    "Removed": "RemovedPart",
    "Rounded": "RoundedWeights",
    "Row": "PinnedWeights",
    "Shuffled": "ShuffledPositions",
    "Silenced": "SilencedHead",
    "Swapped": "SwappedEmbedding",
    "Tempered": "TemperedAttention",
    "Unit": "SilencedUnit",
    "Without": "MissingEverywhere",
}


if not _typing.TYPE_CHECKING:  # there, a name that does not exist is an error

    def __getattr__(name: str) -> object:
        """Import a public name on first use, also one under its older name."""
        if (own := _OLDER.get(name, name)) in _DOOR:
            return getattr(_import_module(_DOOR[own], __name__), own)
        raise AttributeError(f"module 'model' has no attribute {name!r}")

    def __dir__() -> list[str]:
        """Return the public names of the package."""
        return __all__
