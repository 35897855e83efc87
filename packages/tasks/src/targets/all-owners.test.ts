import { createClient } from "@forgehand/core";
import { listOrganizationCustomPropertyValues } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { test as base } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import type { Connection } from "../connection.ts";
import { appConnection } from "../credentials/app-connection.ts";
import { fullName, parseRepositoryPattern } from "../repository.ts";
import { ANY_REPOSITORY } from "./any-repository.fixture.ts";
import { createDirectory } from "./create-directory.ts";
import type { RepositoryFilters } from "./directory.ts";
import { shardOf } from "./shard.ts";

const MEMBERS = { members: { alice: "owner" } } as const;

const FLEET = {
  organizations: {
    zoo: { ...MEMBERS, custom_properties: { tier: { repositories: { "zoo/service-a": "gold" } } } },
    farm: { ...MEMBERS, custom_properties: { tier: { repositories: {} } } },
    circus: MEMBERS,
    park: MEMBERS,
  },
  repositories: {
    "zoo/service-a": {},
    "zoo/service-b": { archived: true },
    "zoo/door": {},
    "farm/service-a": {},
    "farm/secret": {},
    "circus/service-a": {},
    "park/service-a": {},
    "bob/service-bob": {},
  },
  apps: {
    keeper: {
      client_id: "Iv1.keeper",
      owner: "acme",
      installations: {
        zoo: {},
        // Its other repository is public, but was not given to the installation.
        farm: { repositories: ["farm/service-a"] },
        circus: { suspended_by: "alice" },
        bob: {},
      },
    },
  },
} as const;

const test = base.extend<{ app: Connection; fleet: Emulator }>({
  fleet: async ({ emulator }, use) => {
    await emulator.control.seed(FLEET);
    await use(emulator);
  },
  app: async ({ fleet }, use) => {
    const privateKey = await fleet.control.createAppKey("keeper");
    const clientOf = (credentials: Parameters<typeof createClient>[0]["credentials"]) =>
      createClient({ baseUrl: fleet.apiUrl, pace: "off", ...(credentials && { credentials }) });
    const connection = appConnection(
      { app: "Iv1.keeper", privateKey, installation: undefined },
      {
        clientOf,
        operationsFor: () => ({ required: [listOrganizationCustomPropertyValues], optional: [] }),
        dialect: "github",
        log: { warning() {} },
      },
    );
    await use({ ...connection, forState: connection.forOwner });
  },
});

async function find(
  connection: Connection,
  patterns: string,
  filters: Partial<RepositoryFilters> = {},
  shard?: string,
) {
  const read = patterns.split(" ").flatMap((pattern) => parseRepositoryPattern(pattern) ?? []);
  const directory = createDirectory(connection, { shard: shardOf(shard) });
  const found = await directory.find({ patterns: read, filters: { ...ANY_REPOSITORY, ...filters } });
  return { ...found, names: found.repositories.map(fullName).sort() };
}

const SUSPENDED = { target: "circus", why: "the app is suspended there; an administrator can unsuspend it" };
const ARCHIVED = "1 archived repository was excluded; set archived: include to include them";

describe("a pattern of owners", () => {
  test("selects the repositories that the app was given, of organizations and users", async ({ app, fleet }) => {
    fleet.control.clearCalls();
    const found = await find(app, "*/*");
    expect(found.names).toEqual(["bob/service-bob", "farm/service-a", "zoo/door", "zoo/service-a"]);
    expect(found.unreadable).toEqual([]);
    expect(found.skipped).toEqual([SUSPENDED, { target: "*/*", why: ARCHIVED }]);
    const operations = fleet.control.calls().map(({ operation }) => operation);
    expect(operations.filter((operation) => operation === "listInstallationRepositories")).toHaveLength(3);
    expect(operations).not.toContain("listOrganizationRepositories");
  });

  test("matches owners and names, except excluded ones", async ({ app }) => {
    expect((await find(app, "*/service-*")).names).toEqual(["bob/service-bob", "farm/service-a", "zoo/service-a"]);
    expect((await find(app, "?oo/SERVICE-A farm/service-*")).names).toEqual(["farm/service-a", "zoo/service-a"]);
    expect((await find(app, "*/* !*/service-* !*/nothing")).names).toEqual(["zoo/door"]);
    expect((await find(app, "*/* !f*/* !zoo/door")).names).toEqual(["bob/service-bob", "zoo/service-a"]);
  });

  test("does not read owners that are excluded", async ({ app, fleet }) => {
    fleet.control.clearCalls();
    const { names, skipped } = await find(app, "*/* !zoo/* !circus/* !b?b/**");
    expect(names).toEqual(["farm/service-a"]);
    expect(skipped).toEqual([]);
    expect(fleet.control.calls().filter(({ operation }) => operation === "createInstallationToken")).toHaveLength(1);
  });

  test("filters by custom properties, which users' repositories don't have", async ({ app }) => {
    const properties = [{ name: "tier", values: ["gold"] }];
    const { names, unreadable } = await find(app, "*/*", { properties });
    expect([names, unreadable]).toEqual([["zoo/service-a"], []]);
    const missing = await find(app, "?a*/* z*/*", { properties: [{ name: "team", values: [] }] });
    expect(missing.unreadable).toEqual([
      { target: "?a*/*", problem: 'the organization has no custom property "team"' },
      { target: "z*/*", problem: 'the organization has no custom property "team"' },
    ]);
  });

  test("continues if an owner can't be read, and reports patterns without owners or repositories", async ({
    app,
    fleet,
  }) => {
    fleet.control.faults.add({ operation: "listInstallationRepositories", status: 403, times: 1 });
    const found = await find(app, "*/service-* x*/* */nothing-*");
    expect(found.names).toHaveLength(2);
    const problems = found.unreadable.map(({ target, problem }) => `${target}: ${problem}`);
    // Whether the unreadable owner has a repository of the third pattern is not known.
    expect(problems).toEqual([
      expect.stringMatching(/^\w+\/service-\*: .*403/),
      "x*/*: the app is not installed for a matching owner",
      expect.stringMatching(/^\w+\/nothing-\*: .*403/),
    ]);
    expect((await find(app, "*/nothing-*")).unreadable).toEqual([
      { target: "*/nothing-*", problem: "no accessible repository matches this name (5 have other names)" },
    ]);
  });

  test("is divided into shards without reporting what other shards have", async ({ app }) => {
    const shards = await Promise.all(
      ["zoo", "farm", "bob", "circus"].map((shard) => find(app, "*/door */service-*", {}, shard)),
    );
    expect(shards.map(({ names }) => names)).toEqual([
      ["zoo/door", "zoo/service-a"],
      ["farm/service-a"],
      ["bob/service-bob"],
      [],
    ]);
    expect(shards.flatMap(({ unreadable }) => unreadable)).toEqual([]);
    expect(shards.flatMap(({ skipped }) => skipped)).toEqual([{ target: "*/service-*", why: ARCHIVED }, SUSPENDED]);
    const parts = await Promise.all(["1/3", "2/3", "3/3"].map((shard) => find(app, "*/door */service-*", {}, shard)));
    expect(parts.flatMap(({ names }) => names).sort()).toEqual(shards.flatMap(({ names }) => names).sort());
    expect(parts.flatMap(({ unreadable }) => unreadable)).toEqual([]);
  });

  test("selects organizations, except users and suspended installations", async ({ app }) => {
    const organizations = (patterns: string, shard?: string) =>
      createDirectory(app, { shard: shardOf(shard) }).findOrganizations(patterns.split(" "), undefined);
    const all = await organizations("*");
    expect([...all.organizations].sort()).toEqual(["farm", "zoo"]);
    expect(all.skipped.toSorted((a, b) => (a.target < b.target ? -1 : 1))).toEqual([
      { target: "bob", why: "is a user account, not an organization" },
      SUSPENDED,
    ]);
    expect(all.unreadable).toEqual([]);
    expect((await organizations("* !ZOO !bob !c*")).organizations).toEqual(["farm"]);
    expect((await organizations("* !ZOO !bob !c*")).skipped).toEqual([]);
    expect((await organizations("zoo park")).organizations).toEqual(["zoo", "park"]);
    expect((await organizations("*", "farm")).organizations).toEqual(["farm"]);
    expect((await organizations("*", "farm")).skipped).toEqual([]);
    expect((await organizations("b*")).unreadable).toEqual([
      { target: "b*", problem: "the app is not installed for a matching owner" },
    ]);
  });
});
