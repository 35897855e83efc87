import { describe, expect, test } from "vitest";
import { settingsOf } from "../../settings/text-settings.fixture.ts";
import { entryOf } from "./rotation-entry.fixture.ts";
import { readRotationEntries } from "./rotation-entry.ts";

const GENERATED = { generate: "hex 40", "allow-undelivered": "true" };
const WIDGETS = { repositories: "acme/widgets", value: "new" };

describe("a rotation entry", () => {
  test("derives the level from its targets", () => {
    expect(entryOf({ organization: "acme", value: "new" }).location).toEqual({
      level: "organization",
      kind: "actions",
      organizations: ["acme"],
    });
    expect(entryOf(WIDGETS).location).toMatchObject({ level: "repository", kind: "actions" });
    expect(entryOf({ ...WIDGETS, kind: "actions", environment: "production" }).location).toMatchObject({
      level: "environment",
      kind: "actions",
      environment: "production",
    });
  });

  test("selects all repositories of an organization at a repository level", () => {
    const all = { level: "repository", organization: "acme", value: "new" } as const;
    const patterns = [{ owner: "acme", repo: "*", excludes: false }];
    expect(entryOf(all).location).toMatchObject({ level: "repository", selection: { patterns } });
    expect(entryOf({ ...all, topics: "deploys" }).location).toMatchObject({
      selection: { patterns, filters: { topics: ["deploys"] } },
    });
    expect(entryOf({ ...all, repositories: "acme/widgets" }).location).toMatchObject({
      selection: { patterns: [{ owner: "acme", repo: "widgets" }] },
    });
  });

  const invalid: [label: string, inputs: Parameters<typeof entryOf>[0], message: string][] = [
    [
      "two values",
      { organization: "acme", value: "a", "value-env": "B" },
      '"value-env" and "value" must not both be set',
    ],
    ["no value", { organization: "acme" }, 'The input "value" is missing. Set the source of the new value'],
    ["an organization with repositories", { ...WIDGETS, organization: "acme" }, "remove one"],
    ["no target", { value: "new" }, 'The input "organization" is missing.'],
    ["level repository without repositories", { level: "repository", value: "new" }, '"repositories" is missing.'],
    ["repositories of another organization", { ...WIDGETS, level: "repository", organization: "other" }, "remove one"],
    [
      "repositories at level organization",
      { ...WIDGETS, level: "organization" },
      "must not be set at level organization",
    ],
    ["an environment at level repository", { ...WIDGETS, level: "repository", environment: "x" }, "level: environment"],
    ["an environment with an organization", { organization: "a", value: "x", environment: "x" }, "level: environment"],
    ["dependabot secrets of environments", { ...WIDGETS, environment: "x", kind: "dependabot" }, "got dependabot"],
    ["codespaces secrets of environments", { ...WIDGETS, environment: "x", kind: "codespaces" }, "got codespaces"],
    [
      "visibility of a repository's secret",
      { ...WIDGETS, visibility: "all" },
      "only be set for secrets of organizations",
    ],
    ["a generated value without delivery", { organization: "acme", generate: "hex" }, 'needs "deliver"'],
    [
      "a generated value for several targets without value-for",
      { ...GENERATED, repositories: "acme/*" },
      '"value-for" is missing',
    ],
    [
      "a printed value for several targets without value-for",
      { "value-command": "x", organization: "a, b" },
      '"value-for" is missing',
    ],
    ["an age limit without when: older", { ...WIDGETS, when: "missing", "max-age-days": "9" }, "when: older, missing"],
    ["when: older without an age limit", { ...WIDGETS, when: "older" }, '"max-age-days" must be set'],
    [
      "older combined with existing",
      { ...WIDGETS, when: "existing, older", "max-age-days": "9" },
      "must not combine older with always or existing",
    ],
    [
      "repositories that are not selected",
      { organization: "acme", value: "x", visibility: "all", "selected-repositories": "acme/widgets" },
      "must only be set with visibility: selected, got visibility: all",
    ],
    [
      "a repository of another owner",
      { organization: "acme", value: "x", "selected-repositories": "acme/widgets, other/thing" },
      "names other/thing, which is not a repository of acme",
    ],
    [
      "an organization without a selected repository",
      { organization: "acme, other", value: "x", "selected-repositories": "acme/widgets" },
      "must name at least one repository of other",
    ],
  ];
  test.each(invalid)("rejects %s", (_label, inputs, message) => {
    expect(() => entryOf(inputs)).toThrow(message);
  });

  test("needs a decision on generated values for webhooks, unless one webhook is selected by its id", () => {
    const webhook = { ...GENERATED, kind: "webhook", repositories: "acme/widgets" };
    const read = (hook: string) => readRotationEntries(settingsOf({ ...webhook, hook }));
    expect(read("12345678")).toMatchObject([{ hooks: [{ id: 12_345_678 }], valueFor: "all" }]);
    for (const hook of ["all", "1, 2", "https://ci.example/*"])
      expect(() => read(hook)).toThrow('"value-for" is missing');
    const { repositories: _, ...others } = webhook;
    expect(readRotationEntries(settingsOf({ ...others, hook: "app" }))).toMatchObject([{ valueFor: "all" }]);
  });

  test("applies unambiguous defaults", () => {
    expect(entryOf({ ...GENERATED, repositories: "acme/widgets" }).valueFor).toBe("all");
    expect(entryOf({ ...GENERATED, organization: "acme" }).valueFor).toBe("all");
    expect(entryOf({ ...WIDGETS, "max-age-days": "90" }).policy).toEqual({
      existing: false,
      missing: false,
      olderThanDays: 90,
    });
    expect(entryOf(WIDGETS).policy).toMatchObject({ existing: true, missing: true });
    const selected = { organization: "acme", value: "x", "selected-repositories": "acme/widgets" };
    expect(entryOf(selected).access.visibility).toBe("selected");
  });
});
