import pytest

from model.training.vocabulary import train_tokenizer


@pytest.mark.parametrize(("size", "reason"), [(5_000, "too high"), (10, "smaller than")])
def test_a_size_that_does_not_fit_the_sentences_is_refused_in_one(lines, size, reason):
    told = rf"^no vocabulary of {size:,} pieces can be learned .*: Vocabulary size .*{reason}.*$"
    with pytest.raises(ValueError, match=told):
        train_tokenizer(lines["en"], ("en",), size)
