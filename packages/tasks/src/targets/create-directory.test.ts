import { createClient } from "@forgehand/core";
import { getRepository } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { test as base } from "@forgehand/emulator/vitest";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { isFullRun } from "../../../../test/test-size.ts";
import type { Connection } from "../connection.ts";
import { Problem } from "../problem.ts";
import { fullName, parseRepositoryPattern } from "../repository.ts";
import { createDirectory } from "./create-directory.ts";
import type { RepositoryFilters, RepositorySelection } from "./directory.ts";
import { shardOf } from "./shard.ts";

const FLEET = {
  organizations: {
    zoo: {
      members: { alice: "owner" },
      custom_properties: {
        tier: { default: "bronze", repositories: { "zoo/ape": "gold" } },
        team: { repositories: { "zoo/ape": ["food", "walks"], "zoo/Bear": ["walks"] } },
      },
    },
  },
  repositories: {
    "zoo/ape": { topics: ["furry", "loud"], language: "TypeScript" },
    "zoo/Bear": { private: true, topics: ["furry"], language: "Go" },
    "zoo/cat.js": { language: "JavaScript" },
    "zoo/dodo": { archived: true, topics: ["feathered"] },
    "zoo/dinosaur": { archived: true },
    "bob/notes": {},
  },
} as const;

const test = base.extend<{ fleet: Emulator }>({
  fleet: async ({ emulator }, use) => {
    await emulator.control.seed(FLEET);
    await use(emulator);
  },
});

function connectionOf({ apiUrl, tokens }: Emulator, name = "alice"): Connection {
  const credentials = tokens[name];
  const client = createClient({ baseUrl: apiUrl, pace: "off", ...(credentials && { credentials }) });
  return {
    forOwner: async () => client,
    forState: async () => client,
    asApp() {
      throw new Problem("No app is configured.");
    },
    grantsOf: async () => undefined,
    installations: async () => undefined,
  };
}

const ANY: RepositoryFilters = {
  topics: undefined,
  visibility: undefined,
  properties: undefined,
  languages: undefined,
  archived: "exclude",
};

function selectionOf(patterns: string, filters: Partial<RepositoryFilters> = {}): RepositorySelection {
  const read = patterns.split(" ").flatMap((pattern) => parseRepositoryPattern(pattern) ?? []);
  return { patterns: read, filters: { ...ANY, ...filters } };
}

const find = async (emulator: Emulator, patterns: string, filters: Partial<RepositoryFilters> = {}, name = "alice") => {
  const found = await createDirectory(connectionOf(emulator, name)).find(selectionOf(patterns, filters));
  return { ...found, names: found.repositories.map(fullName).sort() };
};

const callsOf = (emulator: Emulator) => emulator.control.calls().map(({ operation }) => operation);

describe("repository selection", () => {
  test("finds the repositories that match a pattern, except excluded ones", async ({ fleet }) => {
    expect((await find(fleet, "zoo/*")).names).toEqual(["zoo/Bear", "zoo/ape", "zoo/cat.js"]);
    expect((await find(fleet, "zoo/?e*")).names).toEqual(["zoo/Bear"]);
    expect((await find(fleet, "ZOO/*E*")).names).toEqual(["zoo/Bear", "zoo/ape"]);
    expect((await find(fleet, "zoo/cat?js zoo/catXjs*")).names).toEqual(["zoo/cat.js"]);
    expect((await find(fleet, "zoo/* !zoo/b*")).names).toEqual(["zoo/ape", "zoo/cat.js"]);
    expect((await find(fleet, "!zoo/ape zoo/a* zoo/ape")).names).toEqual([]);
  });

  test("compares a pattern with many wildcards in a fraction of a second", { timeout: 10_000 }, async ({ fleet }) => {
    const name = `zoo/${"a".repeat(100)}`;
    await fleet.control.seed({ repositories: { [name]: {} } });
    expect((await find(fleet, `zoo/${"*a".repeat(50)}b`)).names).toEqual([]);
    expect((await find(fleet, `zoo/${"*A".repeat(50)} !zoo/${"*a".repeat(50)}b`)).names).toEqual([name]);
  });

  test("includes repositories named exactly, without filtering them or looking them up", async ({ fleet }) => {
    fleet.control.clearCalls();
    expect((await find(fleet, "zoo/dodo zoo/nowhere zoo/DODO", { topics: ["loud"] })).names).toHaveLength(2);
    expect(callsOf(fleet)).toEqual([]);
  });

  test("filters by topic, visibility, language and custom property", async ({ fleet }) => {
    const names = async (filters: Partial<RepositoryFilters>) => (await find(fleet, "zoo/*", filters)).names;
    expect(await names({ topics: ["Furry"] })).toEqual(["zoo/Bear", "zoo/ape"]);
    expect(await names({ visibility: ["private"] })).toEqual(["zoo/Bear"]);
    expect(await names({ languages: ["typescript", "javascript"] })).toEqual(["zoo/ape", "zoo/cat.js"]);
    expect(await names({ properties: [{ name: "tier", values: ["gold", "silver"] }] })).toEqual(["zoo/ape"]);
    expect(await names({ properties: [{ name: "Team", values: ["walks"] }] })).toEqual(["zoo/Bear", "zoo/ape"]);
    expect(await names({ properties: [{ name: "team", values: [] }] })).toEqual(["zoo/Bear", "zoo/ape"]);
    const both = [
      { name: "team", values: ["walks"] },
      { name: "tier", values: ["bronze"] },
    ];
    expect(await names({ properties: both })).toEqual(["zoo/Bear"]);
    expect(await names({ topics: ["furry"], visibility: ["public"] })).toEqual(["zoo/ape"]);
  });

  test("includes archived repositories only on request, and reports how many were excluded", async ({ fleet }) => {
    const { skipped } = await find(fleet, "zoo/*");
    expect(skipped).toEqual([
      { target: "zoo/*", why: "2 archived repositories were excluded; set archived: include to include them" },
    ]);
    expect((await find(fleet, "zoo/*", { archived: "only" })).names).toEqual(["zoo/dinosaur", "zoo/dodo"]);
    expect((await find(fleet, "zoo/*", { archived: "include" })).names).toHaveLength(5);
    expect((await find(fleet, "zoo/*", { topics: ["feathered"] })).skipped.map(({ why }) => why)).toEqual([
      "none of the 5 matching repositories passes the filters",
      "1 archived repository was excluded; set archived: include to include them",
    ]);
  });

  test("reports patterns without matches and unknown properties", async ({ fleet }) => {
    expect((await find(fleet, "zoo/x* zoo/a*", {})).skipped).toEqual([
      { target: "zoo/x*", why: "no accessible repository matches this name" },
    ]);
    expect((await find(fleet, "zoo/a*", { topics: ["silent"] })).skipped[0]?.why).toContain("passes the filters");
    const missing = await find(fleet, "zoo/*", { properties: [{ name: "tear", values: [] }] });
    expect(missing.skipped[0]?.why).toBe('the organization has no custom property "tear"');
  });

  test("continues if one owner can't be read", async ({ fleet }) => {
    const found = await find(fleet, "unknown-user/* zoo/a*");
    expect(found.names).toEqual(["zoo/ape"]);
    expect(found.unreadable).toMatchObject([{ target: "unknown-user/*", problem: expect.stringContaining("404") }]);
  });

  test("lists the user's own repositories with the user's token", async ({ fleet }) => {
    expect((await find(fleet, "bob/*", {}, "bob")).names).toEqual(["bob/notes"]);
    expect((await find(fleet, "bob/*", {}, "alice")).unreadable).toHaveLength(1);
  });

  test("lists an installation's repositories if the organization's list is denied", async ({ fleet }) => {
    fleet.control.faults.add({ operation: "listOrganizationRepositories", status: 403 });
    expect((await find(fleet, "acme/*", {}, "acme-installation")).names).toEqual(["acme/gears", "acme/widgets"]);
  });

  test("fails if the token is invalid", async ({ fleet }) => {
    fleet.control.faults.add({ operation: "listOrganizationRepositories", status: 401 });
    await expect(find(fleet, "zoo/*")).rejects.toMatchObject({ name: "AuthenticationError" });
  });

  test("reads one list per owner, and properties only if needed", async ({ fleet }) => {
    const directory = createDirectory(connectionOf(fleet));
    fleet.control.clearCalls();
    await Promise.all([directory.find(selectionOf("zoo/a* ZOO/b*")), directory.find(selectionOf("zoo/*"))]);
    expect(await directory.facts({ owner: "Zoo", repo: "bear" })).toMatchObject({
      repo: "Bear",
      visibility: "private",
    });
    expect(callsOf(fleet)).toEqual(["listOrganizationRepositories"]);
    const properties = [{ name: "tier", values: ["gold"] }];
    await directory.find(selectionOf("zoo/a* zoo/b*", { properties }));
    expect(callsOf(fleet)).toEqual(["listOrganizationRepositories", "listOrganizationCustomPropertyValues"]);
  });

  test("handles thousands of repositories", async ({ fleet }) => {
    const names = Array.from({ length: 1250 }, (_, index) => `zoo/cage-${index}`);
    await fleet.control.seed({ repositories: Object.fromEntries(names.map((name) => [name, {}])) });
    fleet.control.clearCalls();
    expect((await find(fleet, "zoo/cage-*")).names).toEqual(names.sort());
    expect(callsOf(fleet)).toHaveLength(13);
  });
});

describe("a renamed repository", () => {
  test("is reported with its new name", async ({ fleet }) => {
    const lines: string[] = [];
    const client = createClient({
      baseUrl: fleet.apiUrl,
      pace: "off",
      transport: async () => ({
        status: 200,
        headers: new Headers(),
        text: JSON.stringify({ ...widgets, name: "gadgets", full_name: "acme/gadgets" }),
      }),
    });
    const fleetClient = await connectionOf(fleet).forOwner("acme");
    const widgets = await fleetClient.call(getRepository, { owner: "acme", repo: "widgets" });
    const connection = { ...connectionOf(fleet), forOwner: async () => client };
    const directory = createDirectory(connection, { log: { warning: (line) => lines.push(line) } });
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await directory.facts({ owner: "acme", repo: "widgets" })).toMatchObject({ repo: "gadgets" });
    }
    expect(lines).toEqual([expect.stringContaining("acme/widgets was renamed to acme/gadgets")]);
  });
});

describe("shards", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "b", ".", "-", "A"), minLength: 1, maxLength: 6 });

  base("each target belongs to exactly one shard, whatever the other targets are", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 80 }), fc.uniqueArray(name, { minLength: 1 }), (shardCount, names) => {
        const shards = Array.from({ length: shardCount }, (_, index) => shardOf(`${index + 1}/${shardCount}`));
        for (const repo of names) {
          const repository = { owner: "Zoo", repo };
          expect(shards.filter(({ hasRepository }) => hasRepository(repository))).toHaveLength(1);
          expect(shards.filter(({ hasOwner }) => hasOwner(repo))).toHaveLength(1);
          const sameRepository = { owner: "zoo", repo: repo.toLowerCase() };
          expect(shards.map(({ hasRepository }) => hasRepository(sameRepository))).toEqual(
            shards.map(({ hasRepository }) => hasRepository(repository)),
          );
        }
      }),
    );
  });

  base("shards are of similar size", () => {
    for (const shardCount of isFullRun ? [2, 7, 16, 80] : [2, 7, 16]) {
      const counts = Array.from({ length: shardCount }, (_, index) => {
        const { hasRepository } = shardOf(`${index + 1}/${shardCount}`);
        return Array.from({ length: 8000 }, (_, n) => ({ owner: "zoo", repo: `service-${n}` })).filter(hasRepository)
          .length;
      });
      expect(Math.min(...counts)).toBeGreaterThan((8000 / shardCount) * 0.6);
      expect(Math.max(...counts)).toBeLessThan((8000 / shardCount) * 1.4);
    }
  });
});

base("a shard named by an owner contains only that owner's targets", () => {
  const shard = shardOf("Acme");
  expect(
    shard.hasOwner("acme") && shard.hasRepository({ owner: "ACME", repo: "x" }) && shard.mayHaveRepositoriesOf("acme"),
  ).toBe(true);
  expect(
    shard.hasOwner("zoo") || shard.hasRepository({ owner: "zoo", repo: "acme" }) || shard.mayHaveRepositoriesOf("zoo"),
  ).toBe(false);
});
