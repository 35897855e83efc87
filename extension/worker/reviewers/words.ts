import type { Word } from "../../locales/words.ts";
import type { Candidate, Candidates } from "../../messages/page.ts";
import { language, t, tn } from "../../ui/words.ts";
import type { WhyNotAsked } from "./request.ts";
import type { Missing, Reading, Reason, Suggestion } from "./suggestion.ts";

// What the worker found, in the words that people read.

/** Who could be asked, and why just they. */
export function candidatesInWords({ value, missing }: Reading<readonly Suggestion[]>): Candidates {
  return {
    candidates: value.map(
      ({ reasons, ...suggestion }): Candidate => ({
        ...suggestion,
        reasons: reasons.map((reason) => reasonInWords(reason, suggestion.kind)),
      }),
    ),
    missing: missing.map(missingInWords),
  };
}

function reasonInWords(reason: Reason, kind: Suggestion["kind"]): string {
  switch (reason.kind) {
    case "owns":
      if (reason.of === 1) return t("ownsIt");
      return reason.files === reason.of
        ? t("ownsAll", number(reason.of))
        : t("owns", number(reason.files), number(reason.of));
    case "reviewed-this":
      return t("reviewedThis");
    case "reviewed":
      return tn("reviewedLatest", reason.pulls);
    case "asked":
      return tn("askedLatest", reason.pulls);
    case "member":
      return t(kind === "team" ? "isTeam" : "isCollaborator");
  }
}

const WHAT = {
  collaborators: "theCollaborators",
  teams: "theTeams",
  reviews: "theReviews",
  history: "earlierReviews",
  "code owners": "theCodeOwners",
  files: "changedFiles",
} as const satisfies Record<Missing["what"], Word>;

function missingInWords({ what, why, count }: Missing): string {
  const name = t(WHAT[what]);
  if (why === "first") return t("onlyFirst", name, number(count ?? 0));
  return t(why === "refused" ? "notWithThisToken" : "notThisTime", name);
}

/** Why somebody was not asked. */
export function notAskedInWords(
  why: WhyNotAsked,
  { owner, repo }: { readonly owner: string; readonly repo: string },
): string {
  switch (why.kind) {
    case "foreign-teams":
      return t("notOurTeam", list(why.names), owner);
    case "author":
      return t("isAuthor", list(why.names));
    case "no-access":
      if (!why.sure) return t("maybeNoCollaborators", list(why.names), repo);
      return t(why.names.length === 1 ? "noCollaborator" : "noCollaborators", list(why.names), repo);
    case "too-many":
      return t("tooManyAsked", number(why.most), number(why.asked));
    case "passed-over":
      return t("passedOver", list(why.names));
  }
}

const list = (names: readonly string[]) => new Intl.ListFormat(language(), { type: "conjunction" }).format(names);
const number = (count: number) => new Intl.NumberFormat(language()).format(count);
