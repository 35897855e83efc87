import { describe, expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { notSupplied, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { listedNames, repositoryIdOf, SEED, seal } from "./organization-seed.fixture.ts";

const repositories = { ...SEED.repositories, "acme/bolts": {}, "acme/nuts": {} };
const test = emulatorTest({ seed: { ...SEED, repositories } });

const SECRETS = ["actions", "agents", "codespaces", "dependabot"].map((kind) => `/orgs/acme/${kind}/secrets`);
const VARIABLES = ["/orgs/acme/actions/variables", "/orgs/acme/agents/variables"];
const PATHS = [...SECRETS, ...VARIABLES];

/** Writes THING with this visibility and selection. */
async function write(emulator: Emulator, path: string, fields: object) {
  if (VARIABLES.includes(path)) {
    const created = await requestJson(emulator, `POST ${path}`, { name: "THING", value: "x", ...fields });
    return created.status === 409 ? requestJson(emulator, `PATCH ${path}/THING`, fields) : created;
  }
  return requestJson(emulator, `PUT ${path}/THING`, { ...(await seal(emulator, path, "x")), ...fields });
}

const selected = async (emulator: Emulator, path: string) =>
  listedNames(await requestJson(emulator, `GET ${path}/THING/repositories`));

/** Returns repository ids by name; `things` belongs to another organization. */
async function repositoryIds(emulator: Emulator) {
  const id = (name: string) => repositoryIdOf(emulator, name);
  return {
    widgets: await id("acme/widgets"),
    bolts: await id("acme/bolts"),
    nuts: await id("acme/nuts"),
    things: await id("other/things"),
  };
}

describe.for(PATHS)("%s", (path) => {
  test("sets, lists and replaces the selected repositories", async ({ emulator }) => {
    const { widgets, bolts, nuts } = await repositoryIds(emulator);
    const ids = [nuts, widgets, bolts, nuts];
    expect((await write(emulator, path, { visibility: "selected", selected_repository_ids: ids })).status).toBe(201);
    expect(await requestJson(emulator, `GET ${path}/THING/repositories?per_page=2`)).toMatchObject({
      body: { total_count: 3, repositories: [{ full_name: "acme/widgets" }, { full_name: "acme/bolts" }] },
      link: expect.stringContaining('rel="next"'),
    });
    expect(listedNames(await requestJson(emulator, `GET ${path}/THING/repositories?per_page=2&page=2`))).toEqual([
      "nuts",
    ]);
    const set = (selected_repository_ids: number[]) =>
      requestJson(emulator, `PUT ${path}/THING/repositories`, { selected_repository_ids });
    expect((await set([bolts])).status).toBe(204);
    expect(await selected(emulator, path)).toEqual(["bolts"]);
    expect((await set([])).status).toBe(204);
    expect(await selected(emulator, path)).toEqual([]);
  });

  test("takes ids as strings of digits, too", async ({ emulator }) => {
    const { widgets, bolts, nuts } = await repositoryIds(emulator);
    const ids = [String(bolts), widgets];
    expect((await write(emulator, path, { visibility: "selected", selected_repository_ids: ids })).status).toBe(201);
    expect(await selected(emulator, path)).toEqual(["widgets", "bolts"]);
    const set = (selected_repository_ids: unknown) =>
      requestJson(emulator, `PUT ${path}/THING/repositories`, { selected_repository_ids });
    expect((await set([`${nuts}`])).status).toBe(204);
    expect(await selected(emulator, path)).toEqual(["nuts"]);
    for (const invalid of [["x"], [""], [`${nuts} `], ["1e3"], [null], `${nuts}`, [[nuts]]]) {
      expect((await set(invalid)).status, JSON.stringify(invalid)).toBe(422);
    }
  });

  test("rejects unknown repositories and those of other organizations", async ({ emulator }) => {
    const { widgets, things } = await repositoryIds(emulator);
    const validationError = { status: 422, body: { errors: [{ field: "selected_repository_ids" }] } };
    for (const id of [things, 4711]) {
      const fields = { visibility: "selected", selected_repository_ids: [widgets, id] };
      expect(await write(emulator, path, fields)).toMatchObject(validationError);
      expect((await requestJson(emulator, `GET ${path}/THING`)).status).toBe(404);
    }
    await write(emulator, path, { visibility: "selected", selected_repository_ids: [widgets] });
    for (const body of [{ selected_repository_ids: [things] }, { selected_repository_ids: "all" }]) {
      expect(await requestJson(emulator, `PUT ${path}/THING/repositories`, body)).toMatchObject(validationError);
    }
    expect(await requestJson(emulator, `PUT ${path}/THING/repositories`, {})).toMatchObject(
      notSupplied("selected_repository_ids"),
    );
    expect(await selected(emulator, path)).toEqual(["widgets"]);
  });

  test("returns 409 unless the visibility is selected, and 404 if the object does not exist", async ({ emulator }) => {
    const { widgets } = await repositoryIds(emulator);
    const body = { selected_repository_ids: [widgets] };
    for (const route of [`GET ${path}/THING/repositories`, `PUT ${path}/THING/repositories`]) {
      expect((await requestJson(emulator, route, route.startsWith("PUT") ? body : undefined)).status).toBe(404);
    }
    await write(emulator, path, { visibility: "private" });
    expect((await requestJson(emulator, `GET ${path}/THING/repositories`)).status).toBe(409);
    expect(await requestJson(emulator, `PUT ${path}/THING/repositories`, body)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("not set to selected") },
    });
    expect(await write(emulator, path, { visibility: "all", ...body })).toMatchObject({ status: 422 });
  });

  test("lists only the repositories that the caller can see", async ({ emulator }) => {
    const { widgets, bolts } = await repositoryIds(emulator);
    const gears = Number(Object((await requestJson(emulator, "GET /repos/acme/gears")).body).id);
    await write(emulator, path, { visibility: "selected", selected_repository_ids: [widgets, bolts, gears] });
    expect((await requestJson(emulator, `GET ${path}/THING/repositories`, undefined, "narrow")).body).toMatchObject({
      total_count: 2,
      repositories: [{ name: "widgets" }, { name: "bolts" }],
    });
    expect(await selected(emulator, path)).toEqual(["widgets", "gears", "bolts"]);
  });

  test("drops deleted repositories", async ({ emulator }) => {
    const { widgets, bolts } = await repositoryIds(emulator);
    await write(emulator, path, { visibility: "selected", selected_repository_ids: [widgets, bolts] });
    expect((await requestJson(emulator, "DELETE /repos/acme/bolts")).status).toBe(204);
    expect((await requestJson(emulator, `GET ${path}/THING/repositories`)).body).toMatchObject({
      total_count: 1,
      repositories: [{ name: "widgets" }],
    });
  });
});

describe.for(PATHS)("%s, single repositories", (path) => {
  test("adds and removes repositories, also repeatedly", async ({ emulator }) => {
    const { widgets, bolts } = await repositoryIds(emulator);
    await write(emulator, path, { visibility: "selected", selected_repository_ids: [widgets] });
    const requestOne = (method: string, id: number) =>
      requestJson(emulator, `${method} ${path}/thing/repositories/${id}`);
    for (const _ of [1, 2]) expect((await requestOne("PUT", bolts)).status).toBe(204);
    expect(await selected(emulator, path)).toEqual(["widgets", "bolts"]);
    for (const _ of [1, 2]) expect((await requestOne("DELETE", widgets)).status).toBe(204);
    expect(await selected(emulator, path)).toEqual(["bolts"]);
    if (SECRETS.includes(path)) {
      expect(emulator.control.secrets()).toMatchObject([{ repositories: ["acme/bolts"] }]);
    }
  });

  test("returns 404 for an unknown object or repository and 409 for another visibility", async ({ emulator }) => {
    const { widgets, things } = await repositoryIds(emulator);
    for (const method of ["PUT", "DELETE"]) {
      const requestOne = (id: number | string) => requestJson(emulator, `${method} ${path}/THING/repositories/${id}`);
      expect((await requestOne(widgets)).status).toBe(404);
      await write(emulator, path, { visibility: "all" });
      expect((await requestOne(widgets)).status).toBe(409);
      await write(emulator, path, { visibility: "selected" });
      for (const id of [things, 4711, "word"]) expect((await requestOne(id)).status).toBe(404);
      expect(
        (await requestJson(emulator, `${method} ${path}/THING/repositories/${widgets}`, undefined, "bob")).status,
      ).toBe(403);
      await requestJson(emulator, `DELETE ${path}/THING`);
    }
  });
});

describe.for(SECRETS)("%s, written again", (path) => {
  test("clears the selection if an update omits it", async ({ emulator }) => {
    const { widgets } = await repositoryIds(emulator);
    await write(emulator, path, { visibility: "selected", selected_repository_ids: [widgets] });
    await write(emulator, path, { visibility: "selected" });
    expect(await selected(emulator, path)).toEqual([]);
    await write(emulator, path, { visibility: "selected", selected_repository_ids: [widgets] });
    await write(emulator, path, { visibility: "all" });
    await write(emulator, path, { visibility: "selected" });
    expect(await selected(emulator, path)).toEqual([]);
  });
});

describe.for([
  ["/orgs/acme/actions/permissions", "enabled_repositories"],
  ["/orgs/acme/actions/permissions/self-hosted-runners", "enabled_repositories"],
  ["/orgs/acme/settings/immutable-releases", "enforced_repositories"],
] as const)("%s", ([path, field]) => {
  const setTo = (emulator: Emulator, value: string) => requestJson(emulator, `PUT ${path}`, { [field]: value });
  const set = (emulator: Emulator, selected_repository_ids: number[], token?: string) =>
    requestJson(emulator, `PUT ${path}/repositories`, { selected_repository_ids }, token);
  const names = async (emulator: Emulator, token?: string) =>
    listedNames(await requestJson(emulator, `GET ${path}/repositories`, undefined, token));

  test("selects, lists, adds and removes repositories", async ({ emulator }) => {
    const { widgets, bolts, nuts } = await repositoryIds(emulator);
    await setTo(emulator, "selected");
    expect((await requestJson(emulator, `GET ${path}`)).body).toMatchObject({
      [field]: "selected",
      selected_repositories_url: `${emulator.apiUrl}${path}/repositories`,
    });
    expect(await requestJson(emulator, `GET ${path}/repositories`)).toMatchObject({
      body: { total_count: 0, repositories: [] },
      link: null,
    });
    expect((await set(emulator, [nuts, widgets, nuts])).status).toBe(204);
    expect(await requestJson(emulator, `GET ${path}/repositories?per_page=1`)).toMatchObject({
      body: { total_count: 2, repositories: [{ full_name: "acme/widgets" }] },
      link: expect.stringContaining('rel="next"'),
    });
    for (const _ of [1, 2]) expect((await requestJson(emulator, `PUT ${path}/repositories/${bolts}`)).status).toBe(204);
    for (const _ of [1, 2])
      expect((await requestJson(emulator, `DELETE ${path}/repositories/${nuts}`)).status).toBe(204);
    expect(await names(emulator)).toEqual(["widgets", "bolts"]);
    await requestJson(emulator, "DELETE /repos/acme/bolts");
    expect(await names(emulator)).toEqual(["widgets"]);
  });

  test("returns 409 while the setting is not selected, and keeps the selection", async ({ emulator }) => {
    const { widgets, bolts } = await repositoryIds(emulator);
    await setTo(emulator, "selected");
    await set(emulator, [widgets, bolts]);
    for (const value of ["all", "none"]) {
      await setTo(emulator, value);
      expect((await requestJson(emulator, `GET ${path}`)).body).not.toHaveProperty("selected_repositories_url");
      const calls = [
        requestJson(emulator, `GET ${path}/repositories`),
        set(emulator, []),
        requestJson(emulator, `PUT ${path}/repositories/${bolts}`),
        requestJson(emulator, `DELETE ${path}/repositories/${bolts}`),
      ];
      for (const response of await Promise.all(calls)) {
        const message = `The setting ${field} is not set to selected`;
        expect(response).toMatchObject({ status: 409, body: { message } });
      }
    }
    await setTo(emulator, "selected");
    expect(await names(emulator)).toEqual(["widgets", "bolts"]);
  });

  test("rejects unknown repositories and those of other organizations", async ({ emulator }) => {
    const { widgets, things } = await repositoryIds(emulator);
    await setTo(emulator, "selected");
    await set(emulator, [widgets]);
    for (const id of [things, 4711]) {
      expect(await set(emulator, [widgets, id])).toMatchObject({
        status: 422,
        body: { errors: [{ field: "selected_repository_ids" }] },
      });
      for (const method of ["PUT", "DELETE"]) {
        expect((await requestJson(emulator, `${method} ${path}/repositories/${id}`)).status).toBe(404);
      }
    }
    expect(await names(emulator)).toEqual(["widgets"]);
  });

  test("requires an owner or an app, and lists only visible repositories", async ({ emulator }) => {
    const { widgets, bolts } = await repositoryIds(emulator);
    const gears = Number(Object((await requestJson(emulator, "GET /repos/acme/gears")).body).id);
    await setTo(emulator, "selected");
    expect((await set(emulator, [widgets, bolts, gears], "installation")).status).toBe(204);
    expect(await names(emulator, "narrow")).toEqual(["widgets", "bolts"]);
    expect(await names(emulator, "installation")).toEqual(["widgets", "gears", "bolts"]);
    for (const [token, status] of [
      ["bob", 403],
      ["mallory", 403],
      ["workflow", 403],
    ] as const) {
      expect((await requestJson(emulator, `PUT ${path}`, { [field]: "all" }, token)).status, token).toBe(status);
      expect((await set(emulator, [], token)).status, token).toBe(status);
      expect((await requestJson(emulator, `DELETE ${path}/repositories/${bolts}`, undefined, token)).status).toBe(
        status,
      );
    }
    expect(await names(emulator)).toEqual(["widgets", "gears", "bolts"]);
  });

  test("is independent of other organizations", async ({ emulator }) => {
    await setTo(emulator, "selected");
    const other = path.replace("acme", "other");
    expect((await requestJson(emulator, `GET ${other}`, undefined, "mallory")).body).not.toMatchObject({
      [field]: "selected",
    });
    expect((await requestJson(emulator, `GET ${other}/repositories`, undefined, "mallory")).status).toBe(409);
  });
});
