import { describe, expect, test } from "vitest";
import type { RunContext } from "../../run/run-context.ts";
import { findTargets } from "./find-targets.ts";
import type { TemplateEntry } from "./template-entry.ts";

const NO_FILTERS = { topics: undefined, visibility: undefined, archived: "exclude", properties: undefined } as const;

function entry(organizations: readonly string[], repositories: readonly string[]): TemplateEntry {
  const patterns = repositories.map((name) => {
    const [owner = "", repo = ""] = name.split("/");
    return { owner, repo, excludes: false };
  });
  return {
    organizations,
    selection: patterns.length === 0 ? undefined : { patterns, filters: { ...NO_FILTERS, languages: undefined } },
    goal: { form: { form: "keys", keys: ["repo"] }, immutable: undefined },
    environment: "production",
    expectation: undefined,
    trust: undefined,
  };
}

/** A run context with only a directory, which returns exact names as repositories. */
const run = (owners: readonly string[]): Pick<RunContext, "directory"> => ({
  directory: {
    find: async ({ patterns }) => ({ repositories: patterns, skipped: [], unreadable: [] }),
    facts: () => Promise.reject(new Error("not expected")),
    findOrganizations: async (logins) => ({
      organizations: logins.filter((login) => owners.includes(login)),
      skipped: [],
      unreadable: [],
    }),
  },
});

describe("findTargets", () => {
  test("finds organizations of this shard only, and no targets for entries that only check a token", async () => {
    const tokenOnly = { ...entry([], []), goal: undefined };
    const found = await findTargets(run(["acme"]), [entry(["acme", "bolts"], ["acme/widgets"]), tokenOnly]);
    expect(found.organizations.map(({ target }) => target)).toEqual([{ org: "acme" }]);
    expect(found.repositories.map(({ target }) => target)).toEqual([{ owner: "acme", repo: "widgets" }]);
  });

  test.for([
    { kind: "organizations", first: entry(["acme"], []), second: entry(["ACME"], []), name: "ACME" },
    {
      kind: "repositories",
      first: entry([], ["acme/widgets"]),
      second: entry([], ["Acme/Widgets"]),
      name: "Acme/Widgets",
    },
  ])("rejects two entries with the same target: $kind", async ({ first, second, name }) => {
    await expect(findTargets(run(["acme", "ACME"]), [first, second])).rejects.toThrow(
      `${name} must be in one entry of oidc-template only`,
    );
  });
});
