import { describe, expect } from "vitest";
import * as z from "zod/mini";
import type { Emulator } from "../../public.ts";
import { requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { SEED } from "../shared/organization-seed.fixture.ts";

const GROUPS = "/enterprises/inc/actions/runner-groups";

const seed = {
  ...SEED,
  organizations: { ...SEED.organizations, second: { members: { alice: "owner" } } },
  enterprises: {
    inc: {
      members: { alice: "owner" },
      organizations: ["acme", "second"],
      runner_groups: {
        chosen: { organizations: ["second"] },
        "without-organizations": { organizations: [] },
        everybody: { allows_public_repositories: true, network_configuration: "net-1" },
      },
      runners: { big: {}, bigger: { group: "chosen" } },
    },
    rivals: { members: { alice: "owner" }, organizations: ["other"] },
  },
  tokens: {
    ...SEED.tokens,
    manager: { kind: "classic", user: "alice", scopes: ["manage_runners:enterprise"] },
    oauth: { kind: "oauth", user: "alice", scopes: ["manage_runners:enterprise"] },
  },
};
const test = emulatorTest({ seed });

const Group = z.looseObject({ id: z.int(), name: z.string(), visibility: z.string() });
const Groups = z.object({ total_count: z.int(), runner_groups: z.array(Group) });

const groupsOf = async (emulator: Emulator, query = "") =>
  z.parse(Groups, (await requestJson(emulator, `GET ${GROUPS}${query}`, undefined, "manager")).body);
const namesOf = async (emulator: Emulator, query = "") =>
  (await groupsOf(emulator, query)).runner_groups.map(({ name }) => name);
const groupId = async (emulator: Emulator, name: string) =>
  (await groupsOf(emulator)).runner_groups.find((group) => group.name === name)?.id ?? 0;
const requestAsManager = (emulator: Emulator, route: string, body?: object) =>
  requestJson(emulator, route, body, "manager");

const Organizations = z.object({ organizations: z.array(z.looseObject({ login: z.string() })) });
const Runners = z.object({ runners: z.array(z.looseObject({ id: z.int(), name: z.string() })) });

const Inherited = z.object({ runner_groups: z.array(z.looseObject({ name: z.string(), inherited: z.boolean() })) });
async function inheritedBy(emulator: Emulator, organization: string): Promise<string[]> {
  const { body } = await requestJson(emulator, `GET /orgs/${organization}/actions/runner-groups`);
  return z.parse(Inherited, body).runner_groups.flatMap(({ name, inherited }) => (inherited ? name : []));
}
const organizationId = async (emulator: Emulator, login: string) =>
  z.parse(z.looseObject({ id: z.int() }), (await requestJson(emulator, `GET /users/${login}`)).body).id;

describe("an enterprise's runner groups", () => {
  test("are listed in pages, including the default group", async ({ emulator }) => {
    const { total_count, runner_groups } = await groupsOf(emulator);
    expect(total_count).toBe(4);
    expect(runner_groups).toMatchObject([
      { name: "Default", default: true, visibility: "all" },
      { name: "chosen", visibility: "selected", selected_organizations_url: expect.stringContaining("/organizations") },
      { name: "without-organizations", visibility: "selected" },
      { name: "everybody", visibility: "all", network_configuration_id: "net-1", allows_public_repositories: true },
    ]);
    for (const group of runner_groups) expect(group).not.toHaveProperty("inherited");
    const page = await requestJson(emulator, `GET ${GROUPS}?per_page=3&page=2`, undefined, "manager");
    expect(z.parse(Groups, page.body).runner_groups).toMatchObject([{ name: "everybody" }]);
    expect(page.link).toContain('rel="prev"');
  });

  test("can be filtered by an organization that inherits them", async ({ emulator }) => {
    expect(await namesOf(emulator, "?visible_to_organization=ACME")).toEqual(["Default", "everybody"]);
    expect(await namesOf(emulator, "?visible_to_organization=second")).toEqual(["Default", "chosen", "everybody"]);
    for (const login of ["other", "alice", "unknown-organization"]) {
      expect(await groupsOf(emulator, `?visible_to_organization=${login}`)).toEqual({
        total_count: 0,
        runner_groups: [],
      });
    }
    for (const login of ["acme", "second"]) {
      expect(await inheritedBy(emulator, login)).toEqual(await namesOf(emulator, `?visible_to_organization=${login}`));
    }
  });

  test("require a classic token with the scope", async ({ emulator }) => {
    expect((await requestJson(emulator, `GET ${GROUPS}`, undefined, "alice")).status).toBe(200);
    for (const token of ["bob", "oauth", "narrow", "installation"]) {
      expect((await requestJson(emulator, `GET ${GROUPS}`, undefined, token)).status, token).toBe(403);
    }
    // Outsiders get 404 for the enterprise.
    expect((await requestJson(emulator, `GET ${GROUPS}`, undefined, "mallory")).status).toBe(404);
    expect((await requestAsManager(emulator, "GET /enterprises/nothing/actions/runner-groups")).status).toBe(404);
    expect((await requestAsManager(emulator, `GET ${GROUPS}/4711`)).status).toBe(404);
    const id = await groupId(emulator, "chosen");
    expect((await requestAsManager(emulator, `GET /enterprises/rivals/actions/runner-groups/${id}`)).status).toBe(404);
  });

  test("are created for all or selected organizations, with runners", async ({ emulator }) => {
    const acme = await organizationId(emulator, "acme");
    const all = await requestAsManager(emulator, `POST ${GROUPS}`, { name: "all" });
    expect(all).toMatchObject({ status: 201, body: { visibility: "all", allows_public_repositories: false } });
    const input = { name: "acme alone", selected_organization_ids: [acme], restricted_to_workflows: true };
    const created = await requestAsManager(emulator, `POST ${GROUPS}`, {
      ...input,
      selected_workflows: ["acme/a/b.yml@main"],
    });
    expect(created).toMatchObject({
      status: 201,
      body: { visibility: "selected", selected_workflows: ["acme/a/b.yml@main"] },
    });
    const { id } = z.parse(Group, created.body);
    expect((await requestAsManager(emulator, `GET ${GROUPS}/${id}`)).body).toEqual(created.body);
    expect(await inheritedBy(emulator, "acme")).toEqual(["Default", "everybody", "all", "acme alone"]);
    expect(await inheritedBy(emulator, "second")).not.toContain("acme alone");

    const shared = await requestJson(
      emulator,
      `GET /orgs/acme/actions/runner-groups/${await groupId(emulator, "Default")}/runners`,
    );
    const bigRunnerId = z.parse(z.object({ runners: z.array(z.looseObject({ id: z.int() })) }), shared.body).runners[0]
      ?.id;
    await requestAsManager(emulator, `POST ${GROUPS}`, { name: "moved", runners: [bigRunnerId] });
    const moved = await requestJson(
      emulator,
      `GET /orgs/acme/actions/runner-groups/${await groupId(emulator, "moved")}/runners`,
    );
    expect(moved.body).toMatchObject({ total_count: 1, runners: [{ id: bigRunnerId, name: "big" }] });
  });

  test("reject organizations and runners of other enterprises", async ({ emulator }) => {
    const other = await organizationId(emulator, "other");
    const validationError = (field: string) => ({ status: 422, body: { errors: [{ field }] } });
    for (const id of [other, 4711]) {
      const input = { name: "x", selected_organization_ids: [id] };
      expect(await requestAsManager(emulator, `POST ${GROUPS}`, input)).toMatchObject(
        validationError("selected_organization_ids"),
      );
    }
    expect(await requestAsManager(emulator, `POST ${GROUPS}`, { name: "x", runners: [4711] })).toMatchObject(
      validationError("runners"),
    );
    expect(await requestAsManager(emulator, `POST ${GROUPS}`, { name: "x", visibility: "private" })).toMatchObject(
      validationError("visibility"),
    );
    const contradictory = { name: "x", visibility: "all", selected_organization_ids: [] };
    expect((await requestAsManager(emulator, `POST ${GROUPS}`, contradictory)).status).toBe(422);
    for (const name of ["", "Chosen"])
      expect(await requestAsManager(emulator, `POST ${GROUPS}`, { name })).toMatchObject(validationError("name"));
    expect((await groupsOf(emulator)).total_count).toBe(4);
  });

  test("are updated partially, and inheriting organizations see the changes", async ({ emulator }) => {
    const path = `${GROUPS}/${await groupId(emulator, "everybody")}`;
    const change = (changes: object) => requestAsManager(emulator, `PATCH ${path}`, changes);
    expect(await change({})).toMatchObject({
      status: 200,
      body: { name: "everybody", network_configuration_id: "net-1" },
    });
    const input = {
      name: "most",
      restricted_to_workflows: true,
      selected_workflows: ["a/b@c"],
      network_configuration_id: null,
    };
    const changed = await change(input);
    expect(changed).toMatchObject({
      status: 200,
      body: { name: "most", visibility: "all", selected_workflows: ["a/b@c"] },
    });
    expect(changed.body).not.toHaveProperty("network_configuration_id");
    expect(await inheritedBy(emulator, "acme")).toEqual(["Default", "most"]);
    await change({ visibility: "selected" });
    expect(await inheritedBy(emulator, "acme")).toEqual(["Default"]);
    expect(await change({ name: "chosen" })).toMatchObject({ status: 422, body: { errors: [{ field: "name" }] } });
  });

  test("can be used by selected organizations", async ({ emulator }) => {
    const [acme, second] = [await organizationId(emulator, "acme"), await organizationId(emulator, "second")];
    const path = `${GROUPS}/${await groupId(emulator, "chosen")}/organizations`;
    const loginsOf = async (query = "") => {
      const { body } = await requestAsManager(emulator, `GET ${path}${query}`);
      return z.parse(Organizations, body).organizations.map(({ login }) => login);
    };
    expect(await loginsOf()).toEqual(["second"]);
    for (const _ of [1, 2]) expect((await requestAsManager(emulator, `PUT ${path}/${acme}`)).status).toBe(204);
    expect(await loginsOf("?per_page=1&page=2")).toEqual([["acme", "second"][Number(acme < second)]]);
    expect(await inheritedBy(emulator, "acme")).toContain("chosen");
    for (const _ of [1, 2]) expect((await requestAsManager(emulator, `DELETE ${path}/${second}`)).status).toBe(204);
    expect(await inheritedBy(emulator, "second")).not.toContain("chosen");
    const set = (ids: number[]) => requestAsManager(emulator, `PUT ${path}`, { selected_organization_ids: ids });
    expect((await set([second, second])).status).toBe(204);
    expect(await loginsOf()).toEqual(["second"]);

    const other = await organizationId(emulator, "other");
    expect(await set([other])).toMatchObject({
      status: 422,
      body: { errors: [{ field: "selected_organization_ids" }] },
    });
    expect((await requestAsManager(emulator, `PUT ${path}/${other}`)).status).toBe(404);
    expect((await requestAsManager(emulator, `GET ${GROUPS}/4711/organizations`)).status).toBe(404);
    const unselected = `${GROUPS}/${await groupId(emulator, "everybody")}/organizations`;
    expect((await requestAsManager(emulator, `GET ${unselected}`)).body).toEqual({ total_count: 0, organizations: [] });
    expect((await requestAsManager(emulator, `PUT ${unselected}/${acme}`)).status).toBe(422);
  });

  test("have runners, which move to the default group when they are removed or the group is deleted", async ({
    emulator,
  }) => {
    const [chosen, standard] = [await groupId(emulator, "chosen"), await groupId(emulator, "Default")];
    const runnersOf = async (id: number) => {
      const { body } = await requestAsManager(emulator, `GET ${GROUPS}/${id}/runners`);
      return z.parse(Runners, body).runners;
    };
    const namesIn = async (id: number) => (await runnersOf(id)).map(({ name }) => name).sort();
    const [big] = await runnersOf(standard);
    expect([await namesIn(standard), await namesIn(chosen)]).toEqual([["big"], ["bigger"]]);
    const path = `${GROUPS}/${chosen}/runners`;
    for (const _ of [1, 2]) expect((await requestAsManager(emulator, `PUT ${path}/${big?.id}`)).status).toBe(204);
    expect(await namesIn(chosen)).toEqual(["big", "bigger"]);
    expect((await requestAsManager(emulator, `DELETE ${path}/${big?.id}`)).status).toBe(204);
    expect([await namesIn(standard), await namesIn(chosen)]).toEqual([["big"], ["bigger"]]);
    expect((await requestAsManager(emulator, `PUT ${path}`, { runners: [big?.id] })).status).toBe(204);
    expect([await namesIn(standard), await namesIn(chosen)]).toEqual([["bigger"], ["big"]]);
    expect((await requestAsManager(emulator, `PUT ${path}`, { runners: [4711] })).status).toBe(422);
    expect((await requestAsManager(emulator, `PUT ${path}/4711`)).status).toBe(404);

    expect((await requestAsManager(emulator, `DELETE ${GROUPS}/${standard}`)).status).toBe(422);
    expect((await requestAsManager(emulator, `DELETE ${GROUPS}/${chosen}`)).status).toBe(204);
    expect((await requestAsManager(emulator, `DELETE ${GROUPS}/${chosen}`)).status).toBe(404);
    expect(await namesIn(standard)).toEqual(["big", "bigger"]);
    expect(await inheritedBy(emulator, "second")).not.toContain("chosen");
  });
});

describe("in an edition without enterprises", () => {
  const test = emulatorTest({ seed, edition: "github.com", strict: false });
  test("runner groups are not found", async ({ emulator }) => {
    expect((await requestAsManager(emulator, `GET ${GROUPS}`)).status).toBe(404);
  });
});
