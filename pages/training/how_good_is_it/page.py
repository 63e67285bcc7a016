"""What the model can and cannot do: scores, careless typing, our own sentences, alignment."""

from model.storage import ALIGNMENT, ROBUSTNESS
from pages.training.how_good_is_it import remarks, sections
from ui.frame import explain
from ui.readings import session, unmeasured

NAME = "how_good_is_it"

explain.opening(NAME)
record = session.training_record()
if record is None:
    explain.unknown(unmeasured.record())
else:
    final = record["final"]
    own = (final.get("own") or {}).get("scores")
    sections.picture(final["scores"], own)
    explain.look_here(remarks.look_for(final["scores"], own))
    sections.examples(sections.judgements())
    explain.section(NAME, "How can you notice a wrong translation?")
    sections.scores(final["scores"], own)
    sections.robustness(session.measurements(ROBUSTNESS), record["directions"])
sections.alignment(session.measurements(ALIGNMENT))
sections.attempts()
