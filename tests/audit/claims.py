"""What the remarks claim, and the numbers that follow from the tensors they speak of."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tests.audit import attention_values, values
from tests.audit.facts import Facts
from tests.audit.walk import Seen

NUMBER = r"(−?[\d,]*\.?\d+(?: ?%)?)"


@dataclass(frozen=True)
class Claim:
    """A way of saying something in which numbers stand.

    Args:
        page: that says it.
        pattern: finds it; its groups are the numbers and names that are checked. N stands for a
            number.
        values: what they must be, from the facts and from what the pattern found.
    """

    page: str
    pattern: str
    values: Callable[[Facts, re.Match], Sequence[float | str]]


def agrees(shown: str, value: float | str) -> bool:
    """Whether a number is right to the last digit that is shown, or a name is the same."""
    if isinstance(value, str):
        return shown == value
    text = shown.replace(",", "").replace("−", "-").replace(" ", "")
    if text.endswith("%"):
        text, value = text[:-1], 100 * value
    digits = len(text.partition(".")[2])
    return abs(float(text) - value) <= 0.501 * 10.0**-digits + 2e-5 * abs(value)


def checked(seen: Seen, facts: Facts) -> Iterator[tuple[Claim, str]]:
    """Yield each claim that a page makes and what is wrong with it; "" if nothing is."""
    for claim in CLAIMS:
        if claim.page != seen.page:
            continue
        pattern = claim.pattern.replace("(N)", NUMBER)
        for text in seen.texts:
            for found in re.finditer(pattern, text.text.replace("**", "")):
                right = claim.values(facts, found)
                shown = found.groups()[-len(right) :]
                wrong = [
                    f"{one} is {value}"
                    for one, value in zip(shown, right, strict=True)
                    if one is not None and not agrees(one, value)
                ]
                yield claim, f"{'; '.join(wrong)}: {found[0]}" if wrong else ""


HEAD = r"Head (\d) of layer (\d)"
SCALED, HEADS = "scaled_dot_product", "multi_head"
CLAIMS = (
    Claim(SCALED, r"puts (N) of its weight on", attention_values.scaled_row),
    Claim(SCALED, r"gives “.*” (N) of its weight\. Without it, that would be (N)\.",
          attention_values.divided_or_not),
    Claim(SCALED, r"heads: (N) of the other (N) gives? the most", attention_values.others),
    Claim(
        SCALED,
        r"d_k = (\d+)\$.* q have a variance of (N), and .* of (N)\. .* a variance of (N)\.",
        attention_values.variances,
    ),
    Claim(HEADS, rf"{HEAD} puts (N) of its weight on the (\w+ token)", attention_values.habit),
    Claim(HEADS, rf"{HEAD} .*?(N) of (N) keys on average", attention_values.keys_on_average),
    Claim(HEADS, r"“(\w+ token)” in layer (N), head (N) \((N)\)", attention_values.clearest),
    Claim("queries_keys_values", r"agrees best with the key of .*?: (N)\. It agrees least with "
          r"the key of .*?: (N)\.", attention_values.best_and_worst),
    Claim("residual_and_norm", r"arrives with a length of (N)\. .* adds an update of length (N)\. "
          r"That turns it by (?:just )?(N)°", values.added),
    Claim("residual_and_norm", r"turns the furthest \((N)°\)", values.most_changed),
    Claim("feed_forward", r"Of (N) hidden units, (N) (?:is|are) active for .*\. Unit (N) has the "
          r"value (N) here\.", values.active),
    Claim("feed_forward", r"On average, a token .* (N) of this layer.*\. (N) of the layer's (N) "
          r"units aren't active", values.on_average),
    Claim("encoder_stack", r"as far as layer (N): by (N)°\. .* turns by (N)°\.", values.turns),
    Claim("encoder_stack", r"have a cosine of (N) at the start and (N) at the end",
          values.means),
    Claim("next_token", r"” gets (N); the next best, .*, gets (N)\.", values.gets),
    Claim("next_token", r"most likely token is .* \((N)\), but the translation has .* \((N)\)",
          values.yet),
    Claim("next_token", r"All the others together get (N)\.", values.left_to_others),
    Claim("next_token", r"All tokens other than .* probability of (N)\. The average .* is (N)\. "
          "Training", values.leaves),
    Claim("masking", r"these scores would give (N) of its weight to .*, the answer itself, and (N) "
          r"to later tokens", attention_values.unmasked),
    Claim("masking", r"loss of “.*” is (N) with the mask", values.loss),
    Claim("decoder_stack", r"leads from layer (N) of (N) on: at first with a probability of (N), "
          r"in the end with (N)\.", values.leads),
    Claim("cross_attention", r"Layer (\d), head (\d), .*: most weight goes to “(.*?)” \((N)\)",
          attention_values.cross_row),
    Claim("embedding", r"rows are (N) long on average, and (N) after scaling\. .* are (N) long\."
          r" .* be (N) times .* it is (N) times .* all (N) rows of E, the lengths run from "
          r"(N) to (N)\. Their mean is (N)\.",
          values.lengths),
    Claim("embedding", r"products add up to (N)\. The logit .* is (N)\.", values.logit),
    Claim("shifted_input", r"gets a probability of (N)\. .* loss is (N) nats, and the sum is (N)\.",
          values.gets_mean_and_sum),
    Claim("history", r"s (N) million and (N) million\. .* takes (N) times", values.table_1),
    Claim("tokenization", r"is cut into (N) pieces?\.", values.pieces),
    Claim("overview", r"A reader checked (N) translations .* found (N) of them wrong",
          values.marked),
    Claim(SCALED, r"(?s)largest weight \| (N) \|.*bits \| (N) \|", attention_values.keys_read),
)  # fmt: skip
