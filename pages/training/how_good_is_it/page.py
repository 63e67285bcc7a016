"""What the model can and cannot do: scores, careless typing, our own sentences, alignment."""

from model.storage import ALIGNMENT, ROBUSTNESS
from pages.training.how_good_is_it import remarks, sections
from ui.choices import controls
from ui.frame import doubts, explain
from ui.readings import missing_measurements, session

NAME = "how_good_is_it"

explain.show_opening(NAME)
record = session.training_record()
if record is None:
    explain.show_missing_measurement(missing_measurements.describe_missing_record())
else:
    final = record["final"]
    own = (final.get("own") or {}).get("scores")
    judged = sections.load_judgements()
    if judged:
        sections.show_examples(judged)
    else:  # other weights: begin with their scores
        sections.show_bleu_by_direction(final["scores"], own)
    explain.show_section(NAME, "How can you notice a wrong translation?")
    sections.show_reconstruction(controls.current_reading(), controls.source_language())
    sections.show_judgements(judged)
    sections.show_scores(final["scores"], own, with_picture=bool(judged))
    sections.show_robustness(session.load_measurements(ROBUSTNESS), record["directions"])
sections.show_alignment(session.load_measurements(ALIGNMENT))
sections.show_attempts()
explain.defer_sentence_fact(
    remarks.describe_weakest_word(doubts.list_output_words(controls.current_reading()))
)
