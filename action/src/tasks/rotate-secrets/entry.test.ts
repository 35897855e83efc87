import { describe, expect, test } from "vitest";
import { entryOf } from "./entry.fixture.ts";

const MADE = { generate: "hex 40", "allow-undelivered": "true" };
const WIDGETS = { repositories: "acme/widgets", value: "new" };

describe("an entry", () => {
  test("is about the level that its targets say", () => {
    expect(entryOf({ organization: "acme", value: "new" }).place).toEqual({
      ...{ level: "organization", kind: "updater", organizations: ["acme"] },
    });
    expect(entryOf(WIDGETS).place).toMatchObject({ level: "repository", kind: "updater" });
    expect(entryOf({ ...WIDGETS, kind: "actions", environment: "production" }).place).toMatchObject({
      ...{ level: "environment", kind: "actions", environment: "production" },
    });
  });

  test("is about all that an organization has, where its level is said", () => {
    const all = { level: "repository", organization: "acme", value: "new" } as const;
    const patterns = [{ owner: "acme", repo: "*", excludes: false }];
    expect(entryOf(all).place).toMatchObject({ level: "repository", selection: { patterns } });
    expect(entryOf({ ...all, topics: "deploys" }).place).toMatchObject({
      selection: { patterns, filters: { topics: ["deploys"] } },
    });
    expect(entryOf({ ...all, repositories: "acme/widgets" }).place).toMatchObject({
      selection: { patterns: [{ owner: "acme", repo: "widgets" }] },
    });
  });

  const wrong: [what: string, inputs: Parameters<typeof entryOf>[0], message: string][] = [
    ["two values", { organization: "acme", value: "a", "value-env": "B" }, '"value-env" and "value" both say'],
    ["no value", { organization: "acme" }, 'The input "value" is missing. Say where the new value comes from'],
    ["both kinds of targets", { ...WIDGETS, organization: "acme" }, "leave one out"],
    ["no target", { value: "new" }, 'The input "organization" is missing.'],
    ["a level without repositories", { level: "repository", value: "new" }, '"repositories" is missing.'],
    [
      "repositories of somebody else than the organization",
      { ...WIDGETS, level: "repository", organization: "other" },
      "leave one out",
    ],
    ["an organization's level", { ...WIDGETS, level: "organization" }, "name none at the level organization"],
    ["an environment of a repository", { ...WIDGETS, level: "repository", environment: "x" }, "say level: environment"],
    [
      "an environment of an organization",
      { organization: "a", value: "x", environment: "x" },
      "say level: environment",
    ],
    ["updater secrets of environments", { ...WIDGETS, environment: "production" }, "say kind: actions"],
    ["codespaces secrets of environments", { ...WIDGETS, environment: "x", kind: "codespaces" }, "is codespaces"],
    ["who may read a repository's", { ...WIDGETS, visibility: "all" }, "is for secrets of organizations"],
    ["a value that nobody gets", { organization: "acme", generate: "hex" }, "makes a value that nobody else gets"],
    ["one value or several", { ...MADE, repositories: "acme/*" }, '"value-for" is missing'],
    ["one printed value or several", { "value-command": "x", organization: "a, b" }, '"value-for" is missing'],
    ["an age that nobody asks for", { ...WIDGETS, when: "missing", "max-age-days": "9" }, "when: older, missing"],
    ["an age that nobody tells", { ...WIDGETS, when: "older" }, '"max-age-days" is missing'],
    [
      "an age beside any age",
      { ...WIDGETS, when: "existing, older", "max-age-days": "9" },
      "says older, and always or existing too",
    ],
    [
      "repositories that are not selected",
      { organization: "acme", value: "x", visibility: "all", "selected-repositories": "acme/widgets" },
      "counts for visibility: selected alone, and visibility is all",
    ],
    [
      "somebody else's repository",
      { organization: "acme", value: "x", "selected-repositories": "acme/widgets, other/thing" },
      "names other/thing, which is no repository of acme",
    ],
    [
      "an organization that would be left with none",
      { organization: "acme, other", value: "x", "selected-repositories": "acme/widgets" },
      "names none of other, whose secret nobody could read then",
    ],
  ];
  test.each(wrong)("refuses %s", (_what, inputs, message) => {
    expect(() => entryOf(inputs)).toThrow(message);
  });

  test("need not say what can be meant in one way only", () => {
    expect(entryOf({ ...MADE, repositories: "acme/widgets" }).valueFor).toBe("all");
    expect(entryOf({ ...MADE, organization: "acme" }).valueFor).toBe("all");
    expect(entryOf({ ...WIDGETS, "max-age-days": "90" }).policy).toEqual({
      ...{ existing: false, missing: false, olderThanDays: 90 },
    });
    expect(entryOf(WIDGETS).policy).toMatchObject({ existing: true, missing: true });
    const selected = { organization: "acme", value: "x", "selected-repositories": "acme/widgets" };
    expect(entryOf(selected).visibility).toBe("selected");
  });
});
