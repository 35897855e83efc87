import { language, t, tn } from "../../locales/i18n.ts";
import type { TextKey } from "../../locales/text-keys.ts";
import type { ReviewerCandidate, ReviewerCandidates } from "../../messages/page.ts";
import type { ReviewRequestFailure } from "./request-reviews.ts";
import type { MissingPart, PartialResult, ReviewerSuggestion, SuggestionReason } from "./suggestion.ts";

// Texts for reviewer suggestions and failed review requests.

export function candidateTexts({ value, missing }: PartialResult<readonly ReviewerSuggestion[]>): ReviewerCandidates {
  return {
    candidates: value.map(
      ({ reasons, ...suggestion }): ReviewerCandidate => ({
        ...suggestion,
        reasons: reasons.map((reason) => suggestionReasonText(reason, suggestion.kind)),
      }),
    ),
    warnings: missing.map(missingPartText),
  };
}

function suggestionReasonText(reason: SuggestionReason, kind: ReviewerSuggestion["kind"]): string {
  switch (reason.kind) {
    case "owns":
      if (reason.of === 1) return t("ownsIt");
      return reason.files === reason.of
        ? t("ownsAll", formatNumber(reason.of))
        : t("owns", formatNumber(reason.files), formatNumber(reason.of));
    case "reviewed-this":
      return t("reviewedThis");
    case "reviewed":
      return tn("reviewedLatest", reason.pulls);
    case "requested":
      return tn("askedLatest", reason.pulls);
    case "member":
      return t(kind === "team" ? "isTeam" : "isCollaborator");
  }
}

const PART_TEXTS = {
  collaborators: "theCollaborators",
  teams: "theTeams",
  reviews: "theReviews",
  history: "earlierReviews",
  "code-owners": "theCodeOwners",
  files: "changedFiles",
} as const satisfies Record<MissingPart["part"], TextKey>;

function missingPartText({ part, reason, count }: MissingPart): string {
  const name = t(PART_TEXTS[part]);
  if (reason === "first") return t("onlyFirst", name, formatNumber(count ?? 0));
  return t(reason === "refused" ? "notWithThisToken" : "notThisTime", name);
}

/** Explains why reviews were not requested. */
export function requestFailureText(
  failure: ReviewRequestFailure,
  { owner, repo }: { readonly owner: string; readonly repo: string },
): string {
  switch (failure.kind) {
    case "foreign-teams":
      return t("notOurTeam", formatList(failure.names), owner);
    case "author":
      return t("isAuthor", formatList(failure.names));
    case "no-access":
      if (!failure.isCertain) return t("maybeNoCollaborators", formatList(failure.names), repo);
      return t(failure.names.length === 1 ? "noCollaborator" : "noCollaborators", formatList(failure.names), repo);
    case "too-many":
      return t("tooManyAsked", formatNumber(failure.maximum), formatNumber(failure.requestedCount));
    case "passed-over":
      return t("passedOver", formatList(failure.names));
  }
}

const formatList = (names: readonly string[]) => new Intl.ListFormat(language(), { type: "conjunction" }).format(names);
const formatNumber = (count: number) => new Intl.NumberFormat(language()).format(count);
