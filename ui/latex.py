"""LaTeX of formulas with the numbers of the visitor's sentence."""

import math
import re

from jaxtyping import Bool, Float
from torch import Tensor

from ui.locales import number_symbols
from ui.messages import language

_POINT = re.compile(r"(?<=\d)\.(?=\d)")

SCIENTIFIC_THRESHOLD = 5  # larger numbers are written with a power of ten


def localize_decimal_separator(latex: str) -> str:
    """Return LaTeX whose numbers have the decimal separator of the visitor's language.

    In German, for example, "0.5" becomes "0{,}5".

    Args:
        latex: LaTeX with decimal points.
    """
    sign = number_symbols(language())["decimal"]
    return _POINT.sub("{,}" if sign == "," else sign, latex)  # in braces, no space follows it


def dot_product_latex(row: Float[Tensor, " d_model"], column: Float[Tensor, " d_model"]) -> str:
    """Return the LaTeX of a dot product, written as a sum: two products, dots, and the last one.

    Args:
        row: the first vector; it has at least three components.
        column: the second vector.
    """

    def format_factor(number: float) -> str:
        """Return a factor with three decimals, in parentheses if it is negative."""
        return f"({number:.3f})" if number < 0 else f"{number:.3f}"

    pairs = zip(row.tolist(), column.tolist(), strict=True)
    first, second, *_, last = [rf"{format_factor(x)} \cdot {format_factor(w)}" for x, w in pairs]
    return rf"{first} + {second} + \cdots + {last}"


def attention_weight_latex(
    scores: Float[Tensor, " key"], visible: Bool[Tensor, " key"], key: int, d_k: int, divide: bool
) -> str:
    """Return the LaTeX of one attention weight: its scaled score, then the softmax.

    Args:
        scores: scores of one query with all keys before the mask; divided by √d_k if ``divide``.
        visible: whether the mask lets the query attend to each key.
        key: index of the key whose weight is written, from 0.
        d_k: width of a head.
        divide: whether ``scores`` are already divided by √d_k.
    """
    product = scores[key].item() * (math.sqrt(d_k) if divide else 1)
    scores = scores.masked_fill(~visible, -math.inf)
    score = scores[key].item()
    total = scores.logsumexp(dim=0).item()
    divided = rf"\frac{{{product:.2f}}}{{\sqrt{{{d_k}}}}}" if divide else r"q \cdot k"
    if score == -math.inf:
        lines = rf"{divided} \to -\infty", rf"\frac{{e^{{-\infty}}}}{{{exp_latex(total)}}} = 0"
    else:
        lines = (
            rf"{divided} = {score:.3f}",
            rf"\frac{{e^{{{score:.3f}}}}}{{\sum_j e^{{x_j}}}}"
            rf" = \frac{{{exp_latex(score)}}}{{{exp_latex(total)}}}"
            rf" = {math.exp(score - total):.3f}",
        )
    return r"\begin{gathered}" + r" \\[6pt] ".join(lines) + r"\end{gathered}"


def exp_latex(exponent: float) -> str:
    """Return e to the power of ``exponent`` as a LaTeX number, even one too large for a float."""
    tens = math.floor(exponent / math.log(10))
    if -3 < tens < SCIENTIFIC_THRESHOLD:
        return f"{math.exp(exponent):.{max(0, min(3, 3 - tens))}f}"
    return rf"{10 ** (exponent / math.log(10) - tens):.2f} \cdot 10^{{{tens}}}"
