import { describe, expect, test } from "vitest";
import type { RunContext } from "../../run/run-context.ts";
import { findTargets } from "./find-targets.ts";
import type { TemplateEntry } from "./template-entry.ts";

const NONE = { topics: undefined, visibility: undefined, archived: "exclude", properties: undefined } as const;

/** An entry with organizations and repositories. */
function entry(organizations: readonly string[], repositories: readonly string[]): TemplateEntry {
  const patterns = repositories.map((name) => {
    const [owner = "", repo = ""] = name.split("/");
    return { owner, repo, excludes: false };
  });
  return {
    organizations,
    selection: patterns.length === 0 ? undefined : { patterns, filters: { ...NONE, languages: undefined } },
    ...{ desired: { form: "keys", keys: ["repo"] }, environment: "production", expectation: undefined },
  };
}

/** The part of a run that is needed: every pattern is a name. */
const run = (owners: readonly string[]): Pick<RunContext, "directory"> => ({
  directory: {
    find: async ({ patterns }) => ({ repositories: patterns, skipped: [], unreadable: [] }),
    facts: () => Promise.reject(new Error("not expected")),
    hasOwner: (owner) => owners.includes(owner),
  },
});

describe("findTargets", () => {
  test("finds organizations of this shard only, and no targets for entries that only check a token", async () => {
    const asking = { ...entry([], []), desired: undefined };
    const found = await findTargets(run(["acme"]), [entry(["acme", "bolts"], ["acme/widgets"]), asking]);
    expect(found.organizations.map(({ target }) => target)).toEqual([{ org: "acme" }]);
    expect(found.repositories.map(({ target }) => target)).toEqual([{ owner: "acme", repo: "widgets" }]);
  });

  test.for([
    { of: "organizations", one: entry(["acme"], []), other: entry(["ACME"], []), name: "ACME" },
    { of: "repositories", one: entry([], ["acme/widgets"]), other: entry([], ["Acme/Widgets"]), name: "Acme/Widgets" },
  ])("rejects two entries with the same target: $of", async ({ one, other, name }) => {
    await expect(findTargets(run(["acme", "ACME"]), [one, other])).rejects.toThrow(
      `${name} must be in one entry of oidc-template only`,
    );
  });
});
