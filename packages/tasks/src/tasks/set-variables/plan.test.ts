import { describe, expect, test } from "vitest";
import { countedReads } from "../../counted-reads.fixture.ts";
import { settingsOf } from "../../settings/text-settings.fixture.ts";
import { planVariables } from "./plan.ts";
import type { VariableReading, VariableState } from "./read.ts";
import { readVariableEntries, type VariableEntry } from "./variable-entry.ts";

function entryOf(value: string, inputs: Readonly<Record<string, string>> = {}): VariableEntry {
  const variables = JSON.stringify({ REGION: value });
  const [entry] = readVariableEntries(settingsOf({ repositories: "acme/*", variables, ...inputs }));
  if (!entry) throw new Error("The settings must name a variable.");
  return entry;
}

const inRepository = (entry: VariableEntry, repo: string, value?: string, count = 1): VariableReading => ({
  entry,
  scope: { kind: "actions", level: "repository", owner: "acme", repo },
  stored: value === undefined ? undefined : { name: entry.name, value, updatedAt: undefined, visibility: undefined },
  count,
  access: undefined,
  desiredAccess: undefined,
});
const stateOf = (found: readonly VariableReading[]): VariableState => ({
  found,
  undeclared: [],
  skipped: [],
  unreadable: [],
});

describe("a plan of variables", () => {
  test("shows values, shortened, and where long ones differ", () => {
    const shown = (before: string | undefined, after: string) => {
      const [change] = planVariables(stateOf([inRepository(entryOf(after), "a", before)])).changes;
      return [change?.before, change?.after];
    };
    expect(shown(undefined, "eu")).toEqual(["none", '"eu"']);
    expect(shown("a\nb", "a b")).toEqual(['"a\\nb"', '"a b"']);
    const long = "x".repeat(200);
    const start = `"${"x".repeat(119)}…"`;
    expect(shown(`${long}1`, `${long}2`)).toEqual([start, `${start}, which differs from character 201 on`]);
    expect(shown(`${long}1`, long)).toEqual([start, `${start}, which differs from character 201 on`]);
    expect(shown(long, `${long}1`)).toEqual([start, `${start}, which differs from character 201 on`]);
  });

  test("has a problem if a repository would get more than 500 variables, or an environment more than 100", () => {
    const { changes, unreadable } = planVariables(
      stateOf([inRepository(entryOf("eu"), "a", undefined, 499), inRepository(entryOf("eu"), "a", undefined, 499)]),
    );
    expect(changes).toHaveLength(1);
    expect(unreadable).toMatchObject([
      {
        problem:
          "acme/a has 500 actions variables, the maximum for a repository; REGION would be one more. Delete an unused one first.",
      },
    ]);
    const environment: VariableReading = {
      ...inRepository(entryOf("eu", { environment: "production" }), "a", undefined, 100),
      scope: { kind: "actions", level: "environment", owner: "acme", repo: "a", environment: "production" },
    };
    expect(planVariables(stateOf([environment])).unreadable[0]?.problem).toContain("the maximum for an environment");
  });

  test("of ten thousand variables takes linear time", () => {
    const entry = entryOf("eu");
    const { counted, count } = countedReads();
    const values = [undefined, "us", "eu"];
    const found = Array.from({ length: 10_000 }, (_, index) =>
      counted(inRepository(entry, `r${index}`, values[index % 3])),
    );
    const plan = planVariables(stateOf(found));
    expect(count()).toBeLessThan(40 * found.length);
    expect([plan.changes.length, plan.skipped.length]).toEqual([6667, 3333]);
  });
});
