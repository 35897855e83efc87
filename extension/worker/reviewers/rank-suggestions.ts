import { type ReviewerSuggestion, reviewerKey, type SuggestionReason } from "./suggestion.ts";

/**
 * Weight of a reason. Code owners rank above reviewers of this pull request, those above reviewers of others; access
 * alone adds nothing.
 */
function reasonWeight(reason: SuggestionReason): number {
  switch (reason.kind) {
    case "owns":
      // An owner of a single file still ranks high.
      return 4 + 4 * (reason.files / Math.max(1, reason.of));
    case "reviewed-this":
      return 5;
    case "reviewed":
      return 3 * saturate(reason.pulls);
    case "requested":
      return 1.5 * saturate(reason.pulls);
    case "member":
      return 0;
  }
}

/** Gives the first occurrences more weight than later ones. */
const saturate = (times: number) => times / (times + 2);

/** Merges and ranks suggestions, the best first. Ties are ordered by name. */
export function rankSuggestions(suggestions: readonly ReviewerSuggestion[]): ReviewerSuggestion[] {
  const ranked = mergeSuggestions(suggestions).map((suggestion) => ({
    suggestion,
    score: suggestion.reasons.reduce((sum, reason) => sum + reasonWeight(reason), 0),
    key: reviewerKey(suggestion),
  }));
  // A plain comparison gives the same order in all languages.
  ranked.sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : Number(a.key > b.key)));
  return ranked.map(({ suggestion }) => suggestion);
}

/** Merges suggestions of the same reviewer and keeps the first spelling. */
function mergeSuggestions(suggestions: readonly ReviewerSuggestion[]): ReviewerSuggestion[] {
  const merged = new Map<string, ReviewerSuggestion>();
  for (const suggestion of suggestions) {
    const key = reviewerKey(suggestion);
    const existing = merged.get(key);
    const reasons = strongestReasons([...(existing?.reasons ?? []), ...suggestion.reasons]);
    merged.set(key, { ...(existing ?? suggestion), fullName: existing?.fullName ?? suggestion.fullName, reasons });
  }
  return [...merged.values()];
}

/** Returns the strongest reason of each kind, the strongest first. */
function strongestReasons(reasons: readonly SuggestionReason[]): SuggestionReason[] {
  const best = new Map<SuggestionReason["kind"], SuggestionReason>();
  for (const reason of reasons) {
    const other = best.get(reason.kind);
    if (!other || isStronger(reason, other)) best.set(reason.kind, reason);
  }
  return [...best.values()].sort((a, b) => reasonWeight(b) - reasonWeight(a) || (a.kind < b.kind ? -1 : 1));
}

function isStronger(a: SuggestionReason, other: SuggestionReason): boolean {
  const difference = reasonWeight(a) - reasonWeight(other);
  // Between equal shares, more files are stronger.
  return difference > 0 || (difference === 0 && a.kind === "owns" && other.kind === "owns" && a.files > other.files);
}
