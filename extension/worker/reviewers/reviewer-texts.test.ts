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
  { kind: "asked", pulls: 1 },
  { kind: "asked", pulls: 2 },
  { kind: "member" },
];
const MISSING: readonly MissingPart[] = [
  ...(["collaborators", "teams", "reviews", "history", "code-owners"] as const).flatMap((part) => [
    { part, reason: "refused" } as const,
    { part, reason: "failed" } as const,
  ]),
  { part: "files", reason: "first", count: 1000 },
];
const NOT_ASKED: readonly ReviewRequestFailure[] = [
  { kind: "foreign-teams", names: ["else/where"] },
  { kind: "author", names: ["bob"] },
  { kind: "no-access", names: ["zoe"], sure: true },
  { kind: "no-access", names: ["zoe", "mallory"], sure: true },
  { kind: "no-access", names: ["zoe", "mallory"], sure: false },
  { kind: "too-many", most: 15, asked: 16 },
  { kind: "passed-over", names: ["copilot"] },
];

function speakIn(language: string) {
  const areas = ["reviewers", "problems"].map((area): object =>
    JSON.parse(readFileSync(`${import.meta.dirname}/../../locales/${language}/${area}.json`, "utf8")),
  );
  setTexts({ ...Object.assign({}, ...areas), "@@ui_locale": language });
}

afterEach(() => setTexts(undefined));

const allTexts = (kind: "user" | "team" = "user") => {
  const suggestion = { kind, name: "carol", reasons: REASONS };
  const { candidates, warnings } = candidateTexts({ value: [suggestion], missing: MISSING });
  const refused = NOT_ASKED.map((why) => requestFailureText(why, { owner: "acme", repo: "widgets" }));
  return { reasons: candidates.flatMap(({ reasons }) => reasons), warnings, refused };
};

describe("texts of suggestions and failures", () => {
  test("keep the reviewer's kind and names", () => {
    const suggestion = { kind: "team", name: "acme/reviewers", fullName: "Reviewers", reasons: [] } as const;
    expect(candidateTexts({ value: [suggestion], missing: [] }).candidates).toEqual([suggestion]);
  });

  test("in English", () => {
    speakIn("en");
    expect(allTexts()).toMatchInlineSnapshot(`
      {
        "reasons": [
          "owns the changed file",
          "owns all 3 changed files",
          "owns 3 of 1,005 changed files",
          "reviewed this before",
          "reviewed 1 recent pull request",
          "reviewed 2 recent pull requests",
          "asked on 1 recent pull request",
          "asked on 2 recent pull requests",
          "collaborator",
        ],
        "refused": [
          "else/where is no team of acme. Only the repository's own organization can be asked.",
          "bob wrote this pull request and can't be asked to review it. Nobody was asked.",
          "zoe is not a collaborator of widgets, so nobody was asked.",
          "zoe and mallory are not collaborators of widgets, so nobody was asked.",
          "At least one of zoe and mallory is not a collaborator of widgets, so nobody was asked.",
          "At most 15 can be asked at once, and these are 16. Nobody was asked.",
          "The forge took the request and did not ask copilot. The others are asked.",
        ],
        "warnings": [
          "Collaborators can't be read with this token.",
          "Collaborators could not be read this time.",
          "Teams can't be read with this token.",
          "Teams could not be read this time.",
          "Reviews of this pull request can't be read with this token.",
          "Reviews of this pull request could not be read this time.",
          "Earlier reviews can't be read with this token.",
          "Earlier reviews could not be read this time.",
          "Code owners can't be read with this token.",
          "Code owners could not be read this time.",
          "Changed files: only the first 1,000 were looked at.",
        ],
      }
    `);
    expect(allTexts("team").reasons.at(-1)).toBe("team of the repository");
  });

  test.each(LANGUAGES)("are unique and contain all names and numbers: %s", (language) => {
    speakIn(language);
    const { reasons, warnings, refused } = allTexts();
    const all = [...warnings, ...refused];
    expect(new Set(all).size).toBe(all.length);
    expect([...all, ...reasons].filter((text) => text === "" || text.includes("$"))).toEqual([]);
    for (const [index, why] of NOT_ASKED.entries()) {
      const names = "names" in why ? why.names : [String(why.most), String(why.asked)];
      for (const name of names) expect(refused[index]).toContain(name);
    }
  });
});
