import { type Reason, reviewerKey, type Suggestion } from "./suggestion.ts";

/**
 * How much a reason says, from 0 to 1 times its weight. Who owns what is changed comes before who has read it, and that
 * before who reads other changes; that somebody could be asked says next to nothing.
 */
function weightOf(reason: Reason): number {
  switch (reason.kind) {
    case "owns":
      // Also who owns one file of many has a say in it.
      return 4 + 4 * (reason.files / Math.max(1, reason.of));
    case "reviewed-this":
      return 5;
    case "reviewed":
      return 3 * few(reason.pulls);
    case "asked":
      return 1.5 * few(reason.pulls);
    case "member":
      return 0;
  }
}

/** The first times say more than those that follow. */
const few = (times: number) => times / (times + 2);

/** The best first, each once, with the strongest reason first; alike ones by name. */
export function rank(found: readonly Suggestion[]): Suggestion[] {
  const ranked = merge(found).map((suggestion) => ({
    suggestion,
    score: suggestion.reasons.reduce((sum, reason) => sum + weightOf(reason), 0),
    key: reviewerKey(suggestion),
  }));
  // By plain comparison: in whatever language somebody reads it, the order is the same.
  ranked.sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : Number(a.key > b.key)));
  return ranked.map(({ suggestion }) => suggestion);
}

/** One suggestion for each who was found, with all that speaks for them; spelled as they were first. */
function merge(found: readonly Suggestion[]): Suggestion[] {
  const merged = new Map<string, Suggestion>();
  for (const suggestion of found) {
    const key = reviewerKey(suggestion);
    const known = merged.get(key);
    const reasons = strongest([...(known?.reasons ?? []), ...suggestion.reasons]);
    merged.set(key, { ...(known ?? suggestion), title: known?.title ?? suggestion.title, reasons });
  }
  return [...merged.values()];
}

/** The strongest reason of each kind, the strongest first. */
function strongest(reasons: readonly Reason[]): Reason[] {
  const best = new Map<Reason["kind"], Reason>();
  for (const reason of reasons) {
    const other = best.get(reason.kind);
    if (!other || isStronger(reason, other)) best.set(reason.kind, reason);
  }
  return [...best.values()].sort((a, b) => weightOf(b) - weightOf(a) || (a.kind < b.kind ? -1 : 1));
}

function isStronger(one: Reason, other: Reason): boolean {
  const more = weightOf(one) - weightOf(other);
  // Of two halves the one with more files.
  return more > 0 || (more === 0 && one.kind === "owns" && other.kind === "owns" && one.files > other.files);
}
