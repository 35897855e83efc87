import { createClient } from "@forgehand/core";
import { getRepository } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { test as base } from "@forgehand/emulator/vitest";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { isFullRun, sized } from "../../../test/effort.ts";
import type { Connection } from "../connection.ts";
import { Problem } from "../problem.ts";
import type { Filters, Selection } from "./directory.ts";
import { createDirectory } from "./find.ts";
import { nameOf, readPattern } from "./repository.ts";
import { shardOf } from "./shard.ts";
import { wildcard } from "./wildcard.ts";

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
      throw new Problem("There is no app.");
    },
    installations: async () => undefined,
  };
}

const ANY: Filters = {
  ...{ topics: undefined, visibility: undefined, properties: undefined, languages: undefined },
  archived: "exclude",
};

function selecting(patterns: string, filters: Partial<Filters> = {}): Selection {
  const read = patterns.split(" ").flatMap((pattern) => readPattern(pattern) ?? []);
  return { patterns: read, filters: { ...ANY, ...filters } };
}

const find = async (emulator: Emulator, patterns: string, filters: Partial<Filters> = {}, name = "alice") => {
  const found = await createDirectory(connectionOf(emulator, name)).find(selecting(patterns, filters));
  return { ...found, names: found.repositories.map(nameOf).sort() };
};

const callsOf = (emulator: Emulator) => emulator.control.calls().map(({ operation }) => operation);

describe("targets", () => {
  test("are what patterns find, without what they leave out", async ({ fleet }) => {
    expect((await find(fleet, "zoo/*")).names).toEqual(["zoo/Bear", "zoo/ape", "zoo/cat.js"]);
    expect((await find(fleet, "zoo/?e*")).names).toEqual(["zoo/Bear"]);
    expect((await find(fleet, "ZOO/*E*")).names).toEqual(["zoo/Bear", "zoo/ape"]);
    expect((await find(fleet, "zoo/cat?js zoo/catXjs*")).names).toEqual(["zoo/cat.js"]);
    expect((await find(fleet, "zoo/* !zoo/b*")).names).toEqual(["zoo/ape", "zoo/cat.js"]);
    expect((await find(fleet, "!zoo/ape zoo/a* zoo/ape")).names).toEqual([]);
  });

  test("that are named whole are meant whatever they are, and not looked for", async ({ fleet }) => {
    fleet.control.clearCalls();
    expect((await find(fleet, "zoo/dodo zoo/nowhere zoo/DODO", { topics: ["loud"] })).names).toHaveLength(2);
    expect(callsOf(fleet)).toEqual([]);
  });

  test("are filtered by topic, visibility, language and custom property", async ({ fleet }) => {
    const names = async (filters: Partial<Filters>) => (await find(fleet, "zoo/*", filters)).names;
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

  test("are archived ones only where that is said; how many were left out is told", async ({ fleet }) => {
    const { skipped } = await find(fleet, "zoo/*");
    expect(skipped).toEqual([
      { target: "zoo/*", why: "2 archived repositories were left out; archived: include takes them too" },
    ]);
    expect((await find(fleet, "zoo/*", { archived: "only" })).names).toEqual(["zoo/dinosaur", "zoo/dodo"]);
    expect((await find(fleet, "zoo/*", { archived: "include" })).names).toHaveLength(5);
    expect((await find(fleet, "zoo/*", { topics: ["feathered"] })).skipped.map(({ why }) => why)).toEqual([
      "none of 5 with such a name passes the filters",
      "1 archived repository was left out; archived: include takes them too",
    ]);
  });

  test("that are none are told of, and so is a property that nobody knows", async ({ fleet }) => {
    expect((await find(fleet, "zoo/x* zoo/a*", {})).skipped).toEqual([
      { target: "zoo/x*", why: "no repository that these credentials reach has such a name" },
    ]);
    expect((await find(fleet, "zoo/a*", { topics: ["silent"] })).skipped[0]?.why).toContain("passes the filters");
    const missing = await find(fleet, "zoo/*", { properties: [{ name: "tear", values: [] }] });
    expect(missing.skipped[0]?.why).toBe('the organization has no custom property "tear"');
  });

  test("of an owner who can't be read hold up no other's", async ({ fleet }) => {
    const found = await find(fleet, "nobody/* zoo/a*");
    expect(found.names).toEqual(["zoo/ape"]);
    expect(found.unreadable).toMatchObject([{ target: "nobody/*", problem: expect.stringContaining("404") }]);
  });

  test("are a person's own, where the token is theirs", async ({ fleet }) => {
    expect((await find(fleet, "bob/*", {}, "bob")).names).toEqual(["bob/notes"]);
    expect((await find(fleet, "bob/*", {}, "alice")).unreadable).toHaveLength(1);
  });

  test("are what an installation was given, where the organization's list is refused", async ({ fleet }) => {
    fleet.control.faults.add({ operation: "listOrganizationRepositories", status: 403 });
    expect((await find(fleet, "acme/*", {}, "acme-installation")).names).toEqual(["acme/gears", "acme/widgets"]);
  });

  test("are not told of a token that no longer holds", async ({ fleet }) => {
    fleet.control.faults.add({ operation: "listOrganizationRepositories", status: 401 });
    await expect(find(fleet, "zoo/*")).rejects.toMatchObject({ name: "AuthenticationError" });
  });

  test("cost one list an owner, read once, and properties only where they are asked for", async ({ fleet }) => {
    const directory = createDirectory(connectionOf(fleet));
    fleet.control.clearCalls();
    await Promise.all([directory.find(selecting("zoo/a* ZOO/b*")), directory.find(selecting("zoo/*"))]);
    expect(await directory.facts({ owner: "Zoo", repo: "bear" })).toMatchObject({
      repo: "Bear",
      visibility: "private",
    });
    expect(callsOf(fleet)).toEqual(["listOrganizationRepositories"]);
    const properties = [{ name: "tier", values: ["gold"] }];
    await directory.find(selecting("zoo/a* zoo/b*", { properties }));
    expect(callsOf(fleet)).toEqual(["listOrganizationRepositories", "listOrganizationCustomPropertyValues"]);
  });

  test("may be thousands", async ({ fleet }) => {
    const names = Array.from({ length: 1250 }, (_, index) => `zoo/cage-${index}`);
    await fleet.control.seed({ repositories: Object.fromEntries(names.map((name) => [name, {}])) });
    fleet.control.clearCalls();
    expect((await find(fleet, "zoo/cage-*")).names).toEqual(names.sort());
    expect(callsOf(fleet)).toHaveLength(13);
  });
});

describe("a renamed repository", () => {
  test("is told of, by its name of now", async ({ fleet }) => {
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
    const here = await connectionOf(fleet).forOwner("acme");
    const widgets = await here.call(getRepository, { owner: "acme", repo: "widgets" });
    const connection = { ...connectionOf(fleet), forOwner: async () => client };
    const directory = createDirectory(connection, { log: { warning: (line) => lines.push(line) } });
    for (let twice = 0; twice < 2; twice++) {
      expect(await directory.facts({ owner: "acme", repo: "widgets" })).toMatchObject({ repo: "gadgets" });
    }
    expect(lines).toEqual([expect.stringContaining("acme/widgets is called acme/gadgets by now")]);
  });
});

describe("by law", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "b", ".", "-", "A"), minLength: 1, maxLength: 6 });
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", ".", "-", "*", "?"), minLength: 1, maxLength: 6 });

  base("a wildcard is what one would work out letter by letter", () => {
    const fits = (pattern: string, text: string): boolean => {
      if (pattern === "") return text === "";
      if (pattern.startsWith("*")) return fits(pattern.slice(1), text) || (text !== "" && fits(pattern, text.slice(1)));
      const isFirst = text !== "" && (pattern.startsWith("?") || pattern[0] === text[0]);
      return isFirst && fits(pattern.slice(1), text.slice(1));
    };
    fc.assert(
      fc.property(pattern, name, (pattern, name) => {
        expect(wildcard(pattern)(name)).toBe(fits(pattern.toLowerCase(), name.toLowerCase()));
      }),
      { numRuns: sized(300, 2000) },
    );
  });

  base("shards are apart from each other and cover everything, whatever there is beside", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 80 }), fc.uniqueArray(name, { minLength: 1 }), (of, names) => {
        const shards = Array.from({ length: of }, (_, index) => shardOf(`${index + 1}/${of}`));
        for (const repo of names) {
          const repository = { owner: "Zoo", repo };
          expect(shards.filter(({ hasRepository }) => hasRepository(repository))).toHaveLength(1);
          expect(shards.filter(({ hasOwner }) => hasOwner(repo))).toHaveLength(1);
          const same = { owner: "zoo", repo: repo.toLowerCase() };
          expect(shards.map(({ hasRepository }) => hasRepository(same))).toEqual(
            shards.map(({ hasRepository }) => hasRepository(repository)),
          );
        }
      }),
    );
  });

  base("shards are about as large as each other", () => {
    for (const of of isFullRun ? [2, 7, 16, 80] : [2, 7, 16]) {
      const counts = Array.from({ length: of }, (_, index) => {
        const { hasRepository } = shardOf(`${index + 1}/${of}`);
        return Array.from({ length: 8000 }, (_, n) => ({ owner: "zoo", repo: `service-${n}` })).filter(hasRepository)
          .length;
      });
      expect(Math.min(...counts)).toBeGreaterThan((8000 / of) * 0.6);
      expect(Math.max(...counts)).toBeLessThan((8000 / of) * 1.4);
    }
  });
});

base("a shard that is an owner has nothing of others", () => {
  const shard = shardOf("Acme");
  expect(shard.hasOwner("acme") && shard.hasRepository({ owner: "ACME", repo: "x" }) && shard.reaches("acme")).toBe(
    true,
  );
  expect(shard.hasOwner("zoo") || shard.hasRepository({ owner: "zoo", repo: "acme" }) || shard.reaches("zoo")).toBe(
    false,
  );
});
