import fc from "fast-check";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { pickSize } from "../../../../../test/test-size.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { notSupplied, requestJson } from "../../requests.fixture.ts";
import { test as base, emulatorTest } from "../../vitest.ts";
import { listedNames, repositoryIdOf, SEED } from "../shared/organization-seed.fixture.ts";

const GROUPS = "/orgs/acme/actions/runner-groups";

const seed = {
  ...SEED,
  organizations: {
    acme: {
      ...SEED.organizations.acme,
      runner_groups: {
        open: { allows_public_repositories: true },
        private: { visibility: "private" },
        chosen: { repositories: ["acme/widgets", "acme/gears"], allows_public_repositories: true },
        closed: { repositories: ["acme/widgets", "acme/gears"] },
      },
      runners: { one: { group: "open" }, two: { group: "open" }, three: {} },
    },
    other: { ...SEED.organizations.other, runners: { stranger: {} } },
  },
  enterprises: {
    inc: {
      organizations: ["acme"],
      runner_groups: {
        "for acme": {
          organizations: ["acme"],
          restricted_to_workflows: true,
          selected_workflows: ["acme/x/y.yml@main"],
        },
        "for no organization": { organizations: [] },
        "for all": { allows_public_repositories: true },
      },
      runners: { shared: { group: "for all" } },
    },
  },
  tokens: {
    ...SEED.tokens,
    reader: { kind: "fine-grained", user: "alice", permissions: { organization_self_hosted_runners: "read" } },
  },
};
const test = emulatorTest({ seed });

const Group = z.looseObject({
  id: z.int(),
  name: z.string(),
  visibility: z.string(),
  default: z.boolean(),
  inherited: z.boolean(),
  selected_workflows: z.array(z.string()),
  network_configuration_id: z.optional(z.string()),
});
const Groups = z.object({ total_count: z.int(), runner_groups: z.array(Group) });
const Runners = z.object({
  total_count: z.int(),
  runners: z.array(z.looseObject({ id: z.int(), name: z.string(), runner_group_id: z.int() })),
});

const groupsOf = async (emulator: Emulator, query = "") =>
  z.parse(Groups, (await requestJson(emulator, `GET ${GROUPS}${query}`)).body).runner_groups;
const namesOf = async (emulator: Emulator, query = "") => (await groupsOf(emulator, query)).map(({ name }) => name);

async function groupId(emulator: Emulator, name: string): Promise<number> {
  const found = (await groupsOf(emulator, "?per_page=100")).find((group) => group.name === name);
  if (!found) throw new Error(`The group ${name} does not exist.`);
  return found.id;
}

const create = async (emulator: Emulator, input: object) => requestJson(emulator, `POST ${GROUPS}`, input);
const runnersIn = async (emulator: Emulator, name: string) =>
  z
    .parse(Runners, (await requestJson(emulator, `GET ${GROUPS}/${await groupId(emulator, name)}/runners`)).body)
    .runners.map((runner) => runner.name);

async function runnerId(emulator: Emulator, name: string): Promise<number> {
  const { runners } = z.parse(
    Runners,
    (await requestJson(emulator, `GET /orgs/acme/actions/runners?name=${name}`)).body,
  );
  return runners[0]?.id ?? 0;
}

describe("the list", () => {
  test("contains the default, own and inherited groups", async ({ emulator }) => {
    const groups = await groupsOf(emulator);
    expect(groups.map(({ name, inherited }) => [name, inherited])).toEqual([
      ["Default", false],
      ["Default", true],
      ["open", false],
      ["private", false],
      ["chosen", false],
      ["closed", false],
      ["for acme", true],
      ["for all", true],
    ]);
    expect(groups[0]).toMatchObject({ default: true, visibility: "all", allows_public_repositories: true });
    expect(groups.filter((group) => group.default)).toHaveLength(1);
    const page = await requestJson(emulator, `GET ${GROUPS}?per_page=3&page=3`);
    expect(z.parse(Groups, page.body)).toMatchObject({ total_count: 8, runner_groups: [{}, {}] });
    expect(page.link).toContain('rel="prev"');
  });

  test("can be filtered by a repository that can use the groups", async ({ emulator }) => {
    expect(await namesOf(emulator, "?visible_to_repository=widgets")).toEqual([
      "Default",
      "Default",
      "open",
      "chosen",
      "for all",
    ]);
    expect(await namesOf(emulator, "?visible_to_repository=GEARS")).toEqual([
      "Default",
      "Default",
      "open",
      "private",
      "chosen",
      "closed",
      "for acme",
      "for all",
    ]);
    expect(await requestJson(emulator, `GET ${GROUPS}?visible_to_repository=nothing`)).toMatchObject({
      status: 200,
      body: { total_count: 0, runner_groups: [] },
    });
  });

  test("requires an owner with the scope or the permission", async ({ emulator }) => {
    expect((await requestJson(emulator, `GET ${GROUPS}`, undefined, "bob")).status).toBe(403);
    expect((await requestJson(emulator, `GET ${GROUPS}`, undefined, "reader")).status).toBe(200);
    expect((await requestJson(emulator, `POST ${GROUPS}`, { name: "x" }, "reader")).status).toBe(403);
    expect((await requestJson(emulator, `GET ${GROUPS}/4711`)).status).toBe(404);
    const id = await groupId(emulator, "open");
    expect(
      (await requestJson(emulator, `GET /orgs/other/actions/runner-groups/${id}`, undefined, "mallory")).status,
    ).toBe(404);
  });
});

describe("a group", () => {
  test("is created with the given fields and documented defaults", async ({ emulator }) => {
    const plain = await create(emulator, { name: "plain" });
    expect(plain.status).toBe(201);
    const { id } = z.parse(Group, plain.body);
    const url = `${emulator.apiUrl}${GROUPS}/${id}`;
    expect(plain.body).toEqual({
      id,
      name: "plain",
      visibility: "all",
      default: false,
      inherited: false,
      allows_public_repositories: false,
      restricted_to_workflows: false,
      selected_workflows: [],
      workflow_restrictions_read_only: false,
      runners_url: `${url}/runners`,
      hosted_runners_url: `${url}/hosted-runners`,
    });
    const [widgets, two] = [await repositoryIdOf(emulator, "acme/widgets"), await runnerId(emulator, "two")];
    const input = {
      name: "full",
      visibility: "selected",
      allows_public_repositories: true,
      restricted_to_workflows: true,
      selected_workflows: ["acme/widgets/.github/workflows/ci.yml@main"],
      network_configuration_id: "net-1",
    };
    const full = await create(emulator, { ...input, selected_repository_ids: [widgets, widgets], runners: [two] });
    expect(full).toMatchObject({ status: 201, body: { ...input, selected_repositories_url: expect.any(String) } });
    const fullId = await groupId(emulator, "full");
    expect((await requestJson(emulator, `GET ${GROUPS}/${fullId}`)).body).toEqual(full.body);
    expect(listedNames(await requestJson(emulator, `GET ${GROUPS}/${fullId}/repositories`))).toEqual(["widgets"]);
    expect([await runnersIn(emulator, "full"), await runnersIn(emulator, "open")]).toEqual([["two"], ["one"]]);
  });

  test("ignores selected workflows unless restricted to workflows", async ({ emulator }) => {
    const { body } = await create(emulator, { name: "any", selected_workflows: ["acme/x/y.yml@main"] });
    const { id, selected_workflows } = z.parse(Group, body);
    expect(selected_workflows).toEqual([]);
    const change = async (input: object) =>
      z.parse(Group, (await requestJson(emulator, `PATCH ${GROUPS}/${id}`, { name: "any", ...input })).body)
        .selected_workflows;
    expect(await change({ selected_workflows: ["a@b"] })).toEqual([]);
    expect(await change({ selected_workflows: ["a@b"], restricted_to_workflows: true })).toEqual(["a@b"]);
    expect(await change({ allows_public_repositories: true })).toEqual(["a@b"]);
    expect(await change({ selected_workflows: ["c@d"] })).toEqual(["c@d"]);
    expect(await change({ restricted_to_workflows: false })).toEqual([]);
    expect(await change({ restricted_to_workflows: true })).toEqual([]);
  });

  test("has a unique, case-insensitive name", async ({ emulator }) => {
    const taken = { status: 422, body: { errors: [{ field: "name", code: "already_exists" }] } };
    for (const name of ["OPEN", "Default"]) expect(await create(emulator, { name })).toMatchObject(taken);
    // Names of inherited groups don't count.
    expect((await create(emulator, { name: "for all" })).status).toBe(201);
    const id = await groupId(emulator, "open");
    expect(await requestJson(emulator, `PATCH ${GROUPS}/${id}`, { name: "closed" })).toMatchObject(taken);
    expect(await requestJson(emulator, `PATCH ${GROUPS}/${id}`, { name: "Open" })).toMatchObject({
      body: { name: "Open" },
    });
    const rejected = { status: 422, body: { errors: [{ field: "name" }] } };
    expect(await create(emulator, { name: " " })).toMatchObject(rejected);
    expect(await requestJson(emulator, `PATCH ${GROUPS}/${id}`, { name: " " })).toMatchObject(rejected);
    expect(await create(emulator, {})).toMatchObject(notSupplied("name"));
    expect(await requestJson(emulator, `PATCH ${GROUPS}/${id}`, {})).toMatchObject(notSupplied("name"));
  });

  test("keeps fields that an update omits", async ({ emulator }) => {
    const input = {
      name: "kept",
      visibility: "private",
      allows_public_repositories: true,
      network_configuration_id: "n",
    };
    const { id } = z.parse(Group, (await create(emulator, input)).body);
    const change = (body: object) => requestJson(emulator, `PATCH ${GROUPS}/${id}`, body);
    expect(await change({ name: "renamed" })).toMatchObject({ status: 200, body: { ...input, name: "renamed" } });
    const { body } = await change({ name: "renamed", network_configuration_id: null, visibility: "all" });
    expect(z.parse(Group, body).network_configuration_id).toBeUndefined();
    expect(body).toMatchObject({ visibility: "all", allows_public_repositories: true });
    expect((await requestJson(emulator, `GET ${GROUPS}/${id}`)).body).toEqual(body);
    expect((await requestJson(emulator, `PATCH ${GROUPS}/4711`, { name: "x" })).status).toBe(404);
  });

  test("rejects repositories and runners of other organizations", async ({ emulator }) => {
    const foreignRepository = await repositoryIdOf(emulator, "other/things");
    const rejected = (field: string) => ({ status: 422, body: { errors: [{ field }] } });
    const selected = { name: "x", visibility: "selected" };
    expect(await create(emulator, { ...selected, selected_repository_ids: [foreignRepository] })).toMatchObject(
      rejected("selected_repository_ids"),
    );
    expect(await create(emulator, { name: "x", selected_repository_ids: [] })).toMatchObject({ status: 422 });
    const others = await requestJson(emulator, "GET /orgs/other/actions/runners", undefined, "mallory");
    const foreignRunner = z.parse(Runners, others.body).runners[0]?.id ?? 0;
    for (const id of [foreignRunner, 4711])
      expect(await create(emulator, { name: "x", runners: [id] })).toMatchObject(rejected("runners"));
    expect(await namesOf(emulator)).not.toContain("x");
  });

  test("moves its runners to the default group when deleted; the default group can't be deleted", async ({
    emulator,
  }) => {
    const id = await groupId(emulator, "open");
    expect((await requestJson(emulator, `DELETE ${GROUPS}/${id}`)).status).toBe(204);
    expect((await requestJson(emulator, `DELETE ${GROUPS}/${id}`)).status).toBe(404);
    expect(await runnersIn(emulator, "Default")).toEqual(["one", "two", "three"]);
    const defaultGroup = (await groupsOf(emulator)).find((group) => group.default);
    expect(await requestJson(emulator, `DELETE ${GROUPS}/${defaultGroup?.id}`)).toMatchObject({ status: 422 });
    const renamed = await requestJson(emulator, `PATCH ${GROUPS}/${defaultGroup?.id}`, { name: "Other" });
    expect(renamed).toMatchObject({ status: 422, body: { errors: [{ field: "name" }] } });
    const changed = await requestJson(emulator, `PATCH ${GROUPS}/${defaultGroup?.id}`, {
      name: "Default",
      visibility: "private",
    });
    expect(changed).toMatchObject({ status: 200, body: { default: true, visibility: "private" } });
  });
});

describe("selected repositories", () => {
  test("are listed, replaced, added and removed", async ({ emulator }) => {
    const path = `${GROUPS}/${await groupId(emulator, "chosen")}/repositories`;
    const [widgets, things] = [
      await repositoryIdOf(emulator, "acme/widgets"),
      await repositoryIdOf(emulator, "other/things"),
    ];
    expect(await requestJson(emulator, `GET ${path}?per_page=1`)).toMatchObject({
      status: 200,
      body: { total_count: 2, repositories: [{ full_name: "acme/widgets" }] },
      link: expect.stringContaining('rel="next"'),
    });
    expect((await requestJson(emulator, `PUT ${path}`, { selected_repository_ids: [widgets] })).status).toBe(204);
    expect(await namesOf(emulator, "?visible_to_repository=gears")).not.toContain("chosen");
    expect((await requestJson(emulator, `DELETE ${path}/${widgets}`)).status).toBe(204);
    expect(await namesOf(emulator, "?visible_to_repository=widgets")).not.toContain("chosen");
    for (const _ of [1, 2]) expect((await requestJson(emulator, `PUT ${path}/${widgets}`)).status).toBe(204);
    expect(listedNames(await requestJson(emulator, `GET ${path}`))).toEqual(["widgets"]);
    for (const id of [things, 4711]) expect((await requestJson(emulator, `PUT ${path}/${id}`)).status).toBe(404);
    expect(await requestJson(emulator, `PUT ${path}`, { selected_repository_ids: [things] })).toMatchObject({
      status: 422,
    });
    expect((await requestJson(emulator, `GET ${GROUPS}/4711/repositories`)).status).toBe(404);
  });

  test("require the selected visibility and are cleared when it changes", async ({ emulator }) => {
    const widgets = await repositoryIdOf(emulator, "acme/widgets");
    const open = `${GROUPS}/${await groupId(emulator, "open")}/repositories`;
    const rejected = { status: 422, body: { message: expect.stringContaining("not set to selected") } };
    for (const route of [`PUT ${open}/${widgets}`, `DELETE ${open}/${widgets}`]) {
      expect(await requestJson(emulator, route)).toMatchObject(rejected);
    }
    expect(await requestJson(emulator, `PUT ${open}`, { selected_repository_ids: [widgets] })).toMatchObject(rejected);
    expect(await requestJson(emulator, `GET ${open}`)).toMatchObject({
      status: 200,
      body: { total_count: 0, repositories: [] },
    });
    const id = await groupId(emulator, "chosen");
    await requestJson(emulator, `PATCH ${GROUPS}/${id}`, { name: "chosen", visibility: "all" });
    await requestJson(emulator, `PATCH ${GROUPS}/${id}`, { name: "chosen", visibility: "selected" });
    expect(listedNames(await requestJson(emulator, `GET ${GROUPS}/${id}/repositories`))).toEqual([]);
  });
});

describe("inherited groups", () => {
  test("are marked as inherited and visible to all repositories of the organization", async ({ emulator }) => {
    const id = await groupId(emulator, "for acme");
    const { body } = await requestJson(emulator, `GET ${GROUPS}/${id}`);
    expect(body).toMatchObject({
      inherited: true,
      inherited_allows_public_repositories: false,
      default: false,
      visibility: "all",
      workflow_restrictions_read_only: true,
      selected_workflows: ["acme/x/y.yml@main"],
    });
    expect(body).not.toHaveProperty("selected_repositories_url");
    expect(await runnersIn(emulator, "for all")).toEqual(["shared"]);
    // The organization's runners don't include the enterprise's.
    expect(await requestJson(emulator, "GET /orgs/acme/actions/runners?name=shared")).toMatchObject({
      body: { total_count: 0 },
    });
  });

  test("can't be changed by the organization", async ({ emulator }) => {
    const [id, runner] = [await groupId(emulator, "for all"), await runnerId(emulator, "one")];
    const group = `${GROUPS}/${id}`;
    const requests: [string, object?][] = [
      [`PATCH ${group}`, { name: "mine" }] as [string, object],
      [`DELETE ${group}`] as [string],
      [`PUT ${group}/runners`, { runners: [runner] }] as [string, object],
      [`PUT ${group}/runners/${runner}`] as [string],
      [`DELETE ${group}/runners/${runner}`] as [string],
      [`PUT ${group}/repositories`, { selected_repository_ids: [] }],
    ];
    for (const [route, body] of requests) expect((await requestJson(emulator, route, body)).status, route).toBe(403);
    const jit = { name: "jit", labels: ["x"], runner_group_id: id };
    expect(await requestJson(emulator, "POST /orgs/acme/actions/runners/generate-jitconfig", jit)).toMatchObject({
      status: 422,
      body: { errors: [{ field: "runner_group_id" }] },
    });
    expect(await runnersIn(emulator, "for all")).toEqual(["shared"]);
  });
});

describe("runners in groups", () => {
  test("are replaced, and removed ones move to the default group", async ({ emulator }) => {
    const [two, three] = [await runnerId(emulator, "two"), await runnerId(emulator, "three")];
    const path = `${GROUPS}/${await groupId(emulator, "open")}/runners`;
    expect((await requestJson(emulator, `PUT ${path}`, { runners: [two, three, two] })).status).toBe(204);
    expect([await runnersIn(emulator, "open"), await runnersIn(emulator, "Default")]).toEqual([
      ["two", "three"],
      ["one"],
    ]);
    expect(await requestJson(emulator, `PUT ${path}`, { runners: [two, 4711] })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "runners" }] },
    });
    expect(await runnersIn(emulator, "open")).toEqual(["two", "three"]);
    // Runners stay in the default group when they are removed from it.
    await requestJson(emulator, `PUT ${GROUPS}/${await groupId(emulator, "Default")}/runners`, { runners: [] });
    expect(await runnersIn(emulator, "Default")).toEqual(["one"]);
  });

  test("are added and removed individually", async ({ emulator }) => {
    const [one, three] = [await runnerId(emulator, "one"), await runnerId(emulator, "three")];
    const [open, chosen] = [await groupId(emulator, "open"), await groupId(emulator, "chosen")];
    for (const _ of [1, 2])
      expect((await requestJson(emulator, `PUT ${GROUPS}/${chosen}/runners/${one}`)).status).toBe(204);
    expect(await runnersIn(emulator, "chosen")).toEqual(["one"]);
    // Removing a runner from a group that it isn't in has no effect.
    expect((await requestJson(emulator, `DELETE ${GROUPS}/${open}/runners/${one}`)).status).toBe(204);
    expect(await runnersIn(emulator, "chosen")).toEqual(["one"]);
    expect((await requestJson(emulator, `DELETE ${GROUPS}/${chosen}/runners/${one}`)).status).toBe(204);
    expect(await runnersIn(emulator, "Default")).toEqual(["one", "three"]);
    for (const method of ["PUT", "DELETE"]) {
      expect((await requestJson(emulator, `${method} ${GROUPS}/${open}/runners/4711`)).status).toBe(404);
      expect((await requestJson(emulator, `${method} ${GROUPS}/4711/runners/${three}`)).status).toBe(404);
    }
  });
});

/** A random change of groups and runners. Numbers are indexes into the existing ones. */
const step = fc.oneof(
  fc.record({ kind: fc.constant("create" as const), runners: fc.array(fc.nat(5), { maxLength: 3 }) }),
  fc.record({ kind: fc.constant("delete group" as const), group: fc.nat(5) }),
  fc.record({ kind: fc.constant("set" as const), group: fc.nat(5), runners: fc.array(fc.nat(5), { maxLength: 4 }) }),
  fc.record({ kind: fc.constant("add" as const), group: fc.nat(5), runner: fc.nat(5) }),
  fc.record({ kind: fc.constant("remove" as const), group: fc.nat(5), runner: fc.nat(5) }),
  fc.record({ kind: fc.constant("delete runner" as const), runner: fc.nat(5) }),
);

base("keeps every runner in exactly one group", async () => {
  const runners = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, {}]));
  const organizations = { acme: { members: { alice: "owner" }, runners } };
  const tokens = { alice: SEED.tokens.alice };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const emulator = await startEmulator({ seed: { users: { alice: {} }, organizations, tokens } });
      try {
        const all = z.parse(Runners, (await requestJson(emulator, "GET /orgs/acme/actions/runners")).body).runners;
        const defaultGroup = all[0]?.runner_group_id ?? 0;
        // Model: the group of each runner, and the existing groups.
        const groupByRunner = new Map(all.map(({ id }) => [id, defaultGroup]));
        const groups = [defaultGroup];
        for (const [index, input] of steps.entries()) {
          const group = "group" in input ? (groups[input.group % groups.length] ?? defaultGroup) : defaultGroup;
          const ids = [...groupByRunner.keys()];
          const pick = (number: number) => ids[number % ids.length] ?? 0;
          const chosen = "runners" in input && ids.length > 0 ? input.runners.map(pick) : [];
          const runner = "runner" in input ? pick(input.runner) : 0;
          const path = `${GROUPS}/${group}`;
          if (input.kind === "create") {
            const created = await create(emulator, { name: `group ${index}`, runners: chosen });
            const { id } = z.parse(Group, created.body);
            groups.push(id);
            for (const runner of chosen) groupByRunner.set(runner, id);
          } else if (input.kind === "delete group") {
            expect((await requestJson(emulator, `DELETE ${path}`)).status).toBe(group === defaultGroup ? 422 : 204);
            if (group === defaultGroup) continue;
            groups.splice(groups.indexOf(group), 1);
            for (const [runner, currentGroup] of groupByRunner)
              if (currentGroup === group) groupByRunner.set(runner, defaultGroup);
          } else if (input.kind === "set") {
            expect((await requestJson(emulator, `PUT ${path}/runners`, { runners: chosen })).status).toBe(204);
            for (const [runner, currentGroup] of groupByRunner)
              if (currentGroup === group) groupByRunner.set(runner, defaultGroup);
            for (const runner of chosen) groupByRunner.set(runner, group);
          } else if (input.kind === "delete runner") {
            await requestJson(emulator, `DELETE /orgs/acme/actions/runners/${runner}`);
            groupByRunner.delete(runner);
          } else if (groupByRunner.has(runner)) {
            const method = input.kind === "add" ? "PUT" : "DELETE";
            expect((await requestJson(emulator, `${method} ${path}/runners/${runner}`)).status).toBe(204);
            if (input.kind === "add") groupByRunner.set(runner, group);
            else if (groupByRunner.get(runner) === group) groupByRunner.set(runner, defaultGroup);
          }
        }
        const listed = z.parse(Runners, (await requestJson(emulator, "GET /orgs/acme/actions/runners")).body).runners;
        expect(new Map(listed.map(({ id, runner_group_id }) => [id, runner_group_id]))).toEqual(groupByRunner);
        expect((await groupsOf(emulator)).map(({ id }) => id)).toEqual(groups);
        for (const id of groups) {
          const groupRunners = z.parse(
            Runners,
            (await requestJson(emulator, `GET ${GROUPS}/${id}/runners`)).body,
          ).runners;
          expect(groupRunners.map((runner) => runner.id)).toEqual(
            [...groupByRunner].flatMap(([runner, currentGroup]) => (currentGroup === id ? runner : [])),
          );
        }
      } finally {
        await emulator.stop();
      }
    }),
    { numRuns: pickSize(5, 15) },
  );
});
