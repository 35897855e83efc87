import "../browser.fixture.ts";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { setTexts } from "../../locales/i18n.ts";
import { LANGUAGES } from "../../settings.ts";
import type { ReviewRequestFailure } from "./request-reviews.ts";
import { candidateTexts, requestFailureText } from "./reviewer-texts.ts";
import type { MissingPart, SuggestionReason } from "./suggestion.ts";

const REASONS: readonly SuggestionReason[] = [
  { kind: "owns", files: 1, of: 1 },
  { kind: "owns", files: 3, of: 3 },
  { kind: "owns", files: 3, of: 1005 },
  { kind: "reviewed-this" },
  { kind: "reviewed", pulls: 1 },
  { kind: "reviewed", pulls: 2 },
  { kind: "requested", pulls: 1 },
  { kind: "requested", pulls: 2 },
  { kind: "member" },
];
const MISSING: readonly MissingPart[] = [
  ...(["collaborators", "teams", "reviews", "history", "code-owners"] as const).flatMap((part) => [
    { part, reason: "refused" } as const,
    { part, reason: "failed" } as const,
  ]),
  { part: "files", reason: "first", count: 1000 },
];
const FAILURES: readonly ReviewRequestFailure[] = [
  { kind: "foreign-teams", names: ["else/where"] },
  { kind: "author", names: ["bob"] },
  { kind: "no-access", names: ["zoe"], isCertain: true },
  { kind: "no-access", names: ["zoe", "mallory"], isCertain: true },
  { kind: "no-access", names: ["zoe", "mallory"], isCertain: false },
  { kind: "too-many", maximum: 15, requestedCount: 16 },
  { kind: "passed-over", names: ["copilot"] },
];

function setLanguage(language: string) {
  const areas = ["reviewers", "problems"].map((area): object =>
    JSON.parse(readFileSync(`${import.meta.dirname}/../../locales/${language}/${area}.json`, "utf8")),
  );
  setTexts({ ...Object.assign({}, ...areas), "@@ui_locale": language });
}

afterEach(() => setTexts(undefined));

const allTexts = (kind: "user" | "team" = "user") => {
  const suggestion = { kind, name: "carol", reasons: REASONS };
  const { candidates, warnings } = candidateTexts({ value: [suggestion], missing: MISSING });
  const refused = FAILURES.map((failure) => requestFailureText(failure, { owner: "acme", repo: "widgets" }));
  return { reasons: candidates.flatMap(({ reasons }) => reasons), warnings, refused };
};

describe("texts of suggestions and failures", () => {
  test("keep the reviewer's kind and names", () => {
    const suggestion = { kind: "team", name: "acme/reviewers", fullName: "Reviewers", reasons: [] } as const;
    expect(candidateTexts({ value: [suggestion], missing: [] }).candidates).toEqual([suggestion]);
  });

  test("have the expected English wording", () => {
    setLanguage("en");
    expect(allTexts()).toMatchInlineSnapshot(`
      {
        "reasons": [
          "code owner of the changed file",
          "code owner of all 3 changed files",
          "code owner of 3 of 1,005 changed files",
          "already reviewed this pull request",
          "reviewed 1 recent pull request",
          "reviewed 2 recent pull requests",
          "requested on 1 recent pull request",
          "requested on 2 recent pull requests",
          "collaborator",
        ],
        "refused": [
          "else/where can't be requested. Only teams of acme, the repository's own organization, can review.",
          "bob opened this pull request and can't review it. No review was requested.",
          "zoe is not a collaborator on widgets. No review was requested.",
          "zoe and mallory are not collaborators on widgets. No review was requested.",
          "At least one of zoe and mallory is not a collaborator on widgets. No review was requested.",
          "You can request at most 15 reviewers at once, but 16 are selected. No review was requested.",
          "GitHub accepted the request but did not add copilot. The other reviewers were requested.",
        ],
        "warnings": [
          "Collaborators can't be read with this token.",
          "Collaborators couldn't be loaded this time.",
          "Teams can't be read with this token.",
          "Teams couldn't be loaded this time.",
          "Reviews of this pull request can't be read with this token.",
          "Reviews of this pull request couldn't be loaded this time.",
          "Earlier reviews can't be read with this token.",
          "Earlier reviews couldn't be loaded this time.",
          "Code owners can't be read with this token.",
          "Code owners couldn't be loaded this time.",
          "Changed files: only the first 1,000 were checked.",
        ],
      }
    `);
    expect(allTexts("team").reasons.at(-1)).toBe("team with access");
  });

  test.each(LANGUAGES)("are unique and contain all names and numbers in %s", (language) => {
    setLanguage(language);
    const { reasons, warnings, refused } = allTexts();
    const all = [...warnings, ...refused];
    expect(new Set(all).size).toBe(all.length);
    expect([...all, ...reasons].filter((text) => text === "" || text.includes("$"))).toEqual([]);
    for (const [index, failure] of FAILURES.entries()) {
      const names = "names" in failure ? failure.names : [String(failure.maximum), String(failure.requestedCount)];
      for (const name of names) expect(refused[index]).toContain(name);
    }
  });
});
