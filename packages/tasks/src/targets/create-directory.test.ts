import { createClient } from "@forgehand/core";
import { getRepository } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { test as base } from "@forgehand/emulator/vitest";
import fc from "fast-check";
import { describe, expect, vi } from "vitest";
import { isFullRun } from "../../../../test/test-size.ts";
import type { Connection } from "../connection.ts";
import { Problem } from "../problem.ts";
import { fullName, parseRepositoryPattern } from "../repository.ts";
import { ANY_REPOSITORY } from "./any-repository.fixture.ts";
import { createDirectory } from "./create-directory.ts";
import type { RepositoryFilters, RepositorySelection } from "./directory.ts";
import { shardOf } from "./shard.ts";

const comparisons = vi.hoisted(() => ({ count: 0 }));

vi.mock(import("@forgehand/core/internal"), async (load) => {
  const original = await load();
  return {
    ...original,
    wildcardMatcher(pattern) {
      const matches = original.wildcardMatcher(pattern);
      return (text) => {
        comparisons.count += 1;
        return matches(text);
      };
    },
  };
});

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
    revokeTokens: async () => undefined,
    installations: async () => undefined,
  };
}

function selectionOf(patterns: string, filters: Partial<RepositoryFilters> = {}): RepositorySelection {
  const read = patterns.split(" ").flatMap((pattern) => parseRepositoryPattern(pattern) ?? []);
  return { patterns: read, filters: { ...ANY_REPOSITORY, ...filters } };
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
    const { skipped: feathered, unreadable } = await find(fleet, "zoo/*", { topics: ["feathered"] });
    expect(unreadable).toEqual([
      { target: "zoo/*", problem: "none of the 5 matching repositories passes the filters" },
    ]);
    expect(feathered.map(({ why }) => why)).toEqual([
      "1 archived repository was excluded; set archived: include to include them",
    ]);
    expect(await find(fleet, "zoo/d*")).toMatchObject({
      skipped: [],
      unreadable: [{ problem: "2 archived repositories were excluded; set archived: include to include them" }],
    });
  });

  test("reports patterns that select nothing, with the reason", async ({ fleet }) => {
    await fleet.control.seed({ organizations: { desert: { members: { alice: "owner" } } } });
    const problemOf = async (patterns: string, filters: Partial<RepositoryFilters> = {}) => {
      const { skipped, unreadable } = await find(fleet, patterns, filters);
      expect(skipped).toEqual([]);
      return unreadable.map(({ target, problem }) => `${target}: ${problem}`);
    };
    expect(await problemOf("zoo/x* zoo/a*")).toEqual([
      "zoo/x*: no accessible repository matches this name (5 have other names)",
    ]);
    expect(await problemOf("desert/*")).toEqual(["desert/*: no repository of this owner is accessible"]);
    expect(await problemOf("zoo/a* !zoo/ape")).toEqual(["zoo/a*: 1 matching repository is excluded"]);
    expect(await problemOf("zoo/a*", { topics: ["silent"] })).toEqual([
      "zoo/a*: none of the 1 matching repositories passes the filters",
    ]);
    expect(await problemOf("zoo/a*", { properties: [{ name: "tear", values: [] }] })).toEqual([
      'zoo/a*: the organization has no custom property "tear"',
    ]);
    expect(await problemOf("zoo/a* missing/*")).toEqual([
      expect.stringMatching(/^missing\/\*: missing does not exist, or the token can't list its repositories: .*404/),
    ]);
  });

  test.for([
    ["apply", undefined, "error"],
    ["check", undefined, "error"],
    ["plan", undefined, "warn"],
    ["matrix", undefined, "error"],
    ["plan", "error", "error"],
    ["apply", "warn", "warn"],
    ["apply", "ignore", "ignore"],
  ] as const)(
    "handles a pattern that selects nothing: mode %s, if-none-found %s",
    async ([mode, set, expected], { fleet }) => {
      const warnings: string[] = [];
      const log = { warning: (line: string) => warnings.push(line) };
      const directory = createDirectory(connectionOf(fleet), { mode, log });
      const selection = { ...selectionOf("zoo/x* zoo/a*"), ifNoneFound: set };
      const { repositories, skipped, unreadable } = await directory.find(selection);
      expect(repositories.map(fullName)).toEqual(["zoo/ape"]);
      expect([unreadable.length, skipped.length, warnings.length]).toEqual(
        { error: [1, 0, 0], warn: [0, 1, 1], ignore: [0, 1, 0] }[expected],
      );
    },
  );

  test.for([
    ["plan", undefined, 1],
    ["apply", "error", 1],
    ["apply", "warn", 0],
    ["apply", "ignore", 0],
  ] as const)(
    "handles an owner that does not exist: mode %s, if-none-found %s",
    async ([mode, set, failures], { fleet }) => {
      const directory = createDirectory(connectionOf(fleet), { mode });
      const selection = { ...selectionOf("missing/* zoo/a*"), ifNoneFound: set };
      const { repositories, skipped, unreadable } = await directory.find(selection);
      expect(repositories).toHaveLength(1);
      expect([unreadable.length, skipped.length]).toEqual([failures, 1 - failures]);
      fleet.control.faults.add({ operation: "listOrganizationRepositories", status: 500, times: 20 });
      const failed = await createDirectory(connectionOf(fleet)).find({
        ...selectionOf("zoo/*"),
        ifNoneFound: "ignore",
      });
      expect(failed.unreadable).toHaveLength(1);
    },
  );

  test("does not report a pattern that only matches in another shard", async ({ fleet }) => {
    const found = await Promise.all(
      ["1/4", "2/4", "3/4", "4/4", "zoo", "acme"].map((shard) =>
        createDirectory(connectionOf(fleet), { shard: shardOf(shard) }).find(selectionOf("zoo/ape* zoo/be*")),
      ),
    );
    expect(found.flatMap(({ skipped, unreadable }) => [...skipped, ...unreadable])).toEqual([]);
    expect(found.slice(0, 4).flatMap(({ repositories }) => repositories)).toHaveLength(2);
  });

  test("compares each name once with each pattern, whatever matches and is excluded", async ({ fleet }) => {
    const names = Array.from({ length: 300 }, (_, index) => `zoo/cage-${index}`);
    await fleet.control.seed({ repositories: Object.fromEntries(names.map((name) => [name, {}])) });
    const including = Array.from({ length: 40 }, (_, index) => `zoo/${"?".repeat(index % 20)}*${index}*`);
    const excluding = Array.from({ length: 10 }, (_, index) => `!zoo/*-${index}9`);
    const exact = Array.from({ length: 1000 }, (_, index) => `!zoo/cage-${index + 290}`);
    const patterns = [...including, ...excluding, ...exact, "!acme/*"];
    comparisons.count = 0;
    const { repositories } = await createDirectory(connectionOf(fleet)).find(selectionOf(patterns.join(" ")));
    expect(repositories.length).toBeGreaterThan(100);
    expect(repositories).not.toContainEqual({ owner: "zoo", repo: "cage-295" });
    expect(comparisons.count).toBeLessThanOrEqual((including.length + excluding.length) * (names.length + 5));
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
