import { describe, expect, test } from "vitest";
import type { Run } from "../../run/run.ts";
import type { Entry } from "./entry.ts";
import { findTargets } from "./targets.ts";

const NONE = { topics: undefined, visibility: undefined, archived: "exclude", properties: undefined } as const;

/** An entry about organizations and repositories by name. */
function entry(organizations: readonly string[], repositories: readonly string[]): Entry {
  const patterns = repositories.map((name) => {
    const [owner = "", repo = ""] = name.split("/");
    return { owner, repo, excludes: false };
  });
  return {
    organizations,
    selection: patterns.length === 0 ? undefined : { patterns, filters: { ...NONE, languages: undefined } },
    ...{ wanted: { form: "keys", keys: ["repo"] }, environment: "production", expectation: undefined },
  };
}

/** As much of a run as finding takes: every pattern is a name. */
const run = (owners: readonly string[]): Pick<Run, "directory"> => ({
  directory: {
    find: async ({ patterns }) => ({ repositories: patterns, skipped: [], unreadable: [] }),
    facts: () => Promise.reject(new Error("not asked for")),
    hasOwner: (owner) => owners.includes(owner),
  },
});

describe("findTargets", () => {
  test("organizations of this shard alone, and what is asked only about a token has no targets", async () => {
    const asking = { ...entry([], []), wanted: undefined };
    const found = await findTargets(run(["acme"]), [entry(["acme", "bolts"], ["acme/widgets"]), asking]);
    expect(found.organizations.map(({ target }) => target)).toEqual([{ org: "acme" }]);
    expect(found.repositories.map(({ target }) => target)).toEqual([{ owner: "acme", repo: "widgets" }]);
  });

  test.for([
    { of: "organizations", one: entry(["acme"], []), other: entry(["ACME"], []), name: "ACME" },
    { of: "repositories", one: entry([], ["acme/widgets"]), other: entry([], ["Acme/Widgets"]), name: "Acme/Widgets" },
  ])("two entries about the same are refused: $of", async ({ one, other, name }) => {
    await expect(findTargets(run(["acme", "ACME"]), [one, other])).rejects.toThrow(
      `${name} is in two entries of oidc-template`,
    );
  });
});
