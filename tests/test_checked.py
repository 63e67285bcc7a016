import pytest
import torch
from jaxtyping import Float, TypeCheckError, jaxtyped
from torch import Tensor

from tests.checked import checked


@pytest.fixture
def rows():
    """Return a function that is to return so many rows of a tensor, or what it is told to."""

    @jaxtyped(typechecker=checked)
    def rows(
        x: Float[Tensor, "row column"], count: int, wrong: Tensor | None = None
    ) -> Float[Tensor, "{count} column"]:
        return x[:count] if wrong is None else wrong

    return rows


def test_what_fitted_once_hides_no_fault_of_another_kind(rows):
    x = torch.zeros(3, 2)
    for _ in range(2):
        assert rows(x, 2).shape == (2, 2)
    for wrong in (x[0], x.int(), x.tolist()):
        with pytest.raises(TypeCheckError):
            rows(wrong, 2)
    with pytest.raises(TypeCheckError):
        rows(x, 4)  # there are not so many
    with pytest.raises(TypeCheckError):
        rows(x, 2.0)
    for wrong in (torch.zeros(2, 3), torch.zeros(1, 2), torch.zeros(2, 2).int()):
        with pytest.raises(TypeCheckError):
            rows(x, 2, wrong)


def test_a_fault_is_found_however_often_it_comes(rows):
    for _ in range(3):
        with pytest.raises(TypeCheckError):
            rows(torch.zeros(3, 2), 2, torch.zeros(3, 2))


def test_what_is_in_a_dictionary_is_looked_at_each_time():
    @jaxtyped(typechecker=checked)
    def number(of: dict[str, int]) -> int:
        return len(of)

    assert number({"a": 1}) == 1
    with pytest.raises(TypeCheckError):
        number({"a": "1"})


def test_the_same_kind_is_looked_at_once(monkeypatch):
    seen = []
    monkeypatch.setattr("tests.checked.beartype", lambda check: lambda x: seen.append(check(x)))
    twice = checked(lambda x: x)
    for x in (torch.zeros(2), torch.ones(2), torch.ones(3), [1], [1], {}, {}):
        twice(x)
    assert len(seen) == 5
