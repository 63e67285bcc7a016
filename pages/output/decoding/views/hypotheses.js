// What is said of a finished hypothesis, wherever it is shown: its length penalty and its score.

export const isEnding = ({ fate }) => fate === "finished" || fate === "cut";

/** ((5 + |Y|) / 6) to the power of alpha, the end token counted; as in model/hypotheses.py. */
export const penalty = (length, alpha) => ((5 + length) / 6) ** alpha;

/** What finished hypotheses are ranked by; a node of the tree stands at step "length - 1". */
export const score = ({ total, length = undefined, step = undefined }, alpha) =>
  total / penalty(length ?? step + 1, alpha);

/** Best first; those that the length limit cut come after the finished ones. */
export const ranked = (endings, alpha) =>
  [...endings].sort(
    (a, b) =>
      Number(a.fate === "cut") - Number(b.fate === "cut") || score(b, alpha) - score(a, alpha),
  );
