import { describe, expect } from "vitest";
import { ask } from "../../calling.fixture.ts";
import type { Emulator } from "../../public.ts";
import { emulatorTest } from "../../vitest.ts";
import { idOf, namesIn, SEED, seal } from "./asking.fixture.ts";

const repositories = { ...SEED.repositories, "acme/bolts": {}, "acme/nuts": {} };
const test = emulatorTest({ seed: { ...SEED, repositories } });

const SECRETS = ["/orgs/acme/actions/secrets", "/orgs/acme/codespaces/secrets", "/orgs/acme/dependabot/secrets"];
const VARIABLES = "/orgs/acme/actions/variables";

/** Writes THING with this visibility and these repositories. */
async function write(emulator: Emulator, place: string, told: object) {
  if (place === VARIABLES) return ask(emulator, `POST ${place}`, { name: "THING", value: "x", ...told });
  return ask(emulator, `PUT ${place}/THING`, { ...(await seal(emulator, place, "x")), ...told });
}

const selected = async (emulator: Emulator, place: string) =>
  namesIn(await ask(emulator, `GET ${place}/THING/repositories`));

/** Numbers of repositories by their names; `things` is another organization's. */
async function numbers(emulator: Emulator) {
  const id = (name: string) => idOf(emulator, name);
  return {
    widgets: await id("acme/widgets"),
    bolts: await id("acme/bolts"),
    nuts: await id("acme/nuts"),
    things: await id("other/things"),
  };
}

describe.for([...SECRETS, VARIABLES])("%s", (place) => {
  test("its repositories are given with it, listed in pages and replaced", async ({ emulator }) => {
    const { widgets, bolts, nuts } = await numbers(emulator);
    const ids = [nuts, widgets, bolts, nuts];
    expect((await write(emulator, place, { visibility: "selected", selected_repository_ids: ids })).status).toBe(201);
    expect(await ask(emulator, `GET ${place}/THING/repositories?per_page=2`)).toMatchObject({
      body: { total_count: 3, repositories: [{ full_name: "acme/widgets" }, { full_name: "acme/bolts" }] },
      link: expect.stringContaining('rel="next"'),
    });
    expect(namesIn(await ask(emulator, `GET ${place}/THING/repositories?per_page=2&page=2`))).toEqual(["nuts"]);
    const set = (selected_repository_ids: number[]) =>
      ask(emulator, `PUT ${place}/THING/repositories`, { selected_repository_ids });
    expect((await set([bolts])).status).toBe(204);
    expect(await selected(emulator, place)).toEqual(["bolts"]);
    expect((await set([])).status).toBe(204);
    expect(await selected(emulator, place)).toEqual([]);
  });

  test("repositories of another organization, or none, can't be selected", async ({ emulator }) => {
    const { widgets, things } = await numbers(emulator);
    const refused = { status: 422, body: { errors: [{ field: "selected_repository_ids" }] } };
    for (const id of [things, 4711]) {
      const told = { visibility: "selected", selected_repository_ids: [widgets, id] };
      expect(await write(emulator, place, told)).toMatchObject(refused);
      expect((await ask(emulator, `GET ${place}/THING`)).status).toBe(404);
    }
    await write(emulator, place, { visibility: "selected", selected_repository_ids: [widgets] });
    for (const body of [{ selected_repository_ids: [things] }, { selected_repository_ids: "all" }, {}]) {
      expect(await ask(emulator, `PUT ${place}/THING/repositories`, body)).toMatchObject(refused);
    }
    expect(await selected(emulator, place)).toEqual(["widgets"]);
  });

  test("where it is for others, there is no selection: 409; where there is none, 404", async ({ emulator }) => {
    const { widgets } = await numbers(emulator);
    const body = { selected_repository_ids: [widgets] };
    for (const route of [`GET ${place}/THING/repositories`, `PUT ${place}/THING/repositories`]) {
      expect((await ask(emulator, route, route.startsWith("PUT") ? body : undefined)).status).toBe(404);
    }
    await write(emulator, place, { visibility: "private" });
    expect((await ask(emulator, `GET ${place}/THING/repositories`)).status).toBe(409);
    expect(await ask(emulator, `PUT ${place}/THING/repositories`, body)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("not set to selected") },
    });
    expect(await write(emulator, place, { visibility: "all", ...body })).toMatchObject({ status: 422 });
  });

  test("who sees some repositories only, sees some of a selection only", async ({ emulator }) => {
    const { widgets, bolts } = await numbers(emulator);
    const gears = Number(Object((await ask(emulator, "GET /repos/acme/gears")).body).id);
    await write(emulator, place, { visibility: "selected", selected_repository_ids: [widgets, bolts, gears] });
    expect((await ask(emulator, `GET ${place}/THING/repositories`, undefined, "narrow")).body).toMatchObject({
      total_count: 2,
      repositories: [{ name: "widgets" }, { name: "bolts" }],
    });
    expect(await selected(emulator, place)).toEqual(["widgets", "gears", "bolts"]);
  });

  test("a repository that is deleted is selected no more", async ({ emulator }) => {
    const { widgets, bolts } = await numbers(emulator);
    await write(emulator, place, { visibility: "selected", selected_repository_ids: [widgets, bolts] });
    expect((await ask(emulator, "DELETE /repos/acme/bolts")).status).toBe(204);
    expect((await ask(emulator, `GET ${place}/THING/repositories`)).body).toMatchObject({
      total_count: 1,
      repositories: [{ name: "widgets" }],
    });
  });
});

describe.for(SECRETS)("%s, one by one", (place) => {
  test("repositories are added and taken out, once however often it is said", async ({ emulator }) => {
    const { widgets, bolts } = await numbers(emulator);
    await write(emulator, place, { visibility: "selected", selected_repository_ids: [widgets] });
    const one = (method: string, id: number) => ask(emulator, `${method} ${place}/thing/repositories/${id}`);
    for (const _ of [1, 2]) expect((await one("PUT", bolts)).status).toBe(204);
    expect(await selected(emulator, place)).toEqual(["widgets", "bolts"]);
    for (const _ of [1, 2]) expect((await one("DELETE", widgets)).status).toBe(204);
    expect(await selected(emulator, place)).toEqual(["bolts"]);
    expect(emulator.control.secrets()).toMatchObject([{ repositories: ["acme/bolts"] }]);
  });

  test("refused: no such secret or repository 404, another visibility 409", async ({ emulator }) => {
    const { widgets, things } = await numbers(emulator);
    for (const method of ["PUT", "DELETE"]) {
      const one = (id: number | string) => ask(emulator, `${method} ${place}/THING/repositories/${id}`);
      expect((await one(widgets)).status).toBe(404);
      await write(emulator, place, { visibility: "all" });
      expect((await one(widgets)).status).toBe(409);
      await write(emulator, place, { visibility: "selected" });
      for (const id of [things, 4711, "word"]) expect((await one(id)).status).toBe(404);
      expect((await ask(emulator, `${method} ${place}/THING/repositories/${widgets}`, undefined, "bob")).status).toBe(
        403,
      );
      await ask(emulator, `DELETE ${place}/THING`);
    }
  });

  test("what is left out when it is written again is lost", async ({ emulator }) => {
    const { widgets } = await numbers(emulator);
    await write(emulator, place, { visibility: "selected", selected_repository_ids: [widgets] });
    await write(emulator, place, { visibility: "selected" });
    expect(await selected(emulator, place)).toEqual([]);
    await write(emulator, place, { visibility: "selected", selected_repository_ids: [widgets] });
    await write(emulator, place, { visibility: "all" });
    await write(emulator, place, { visibility: "selected" });
    expect(await selected(emulator, place)).toEqual([]);
  });
});

describe.for([
  ["/orgs/acme/actions/permissions", "enabled_repositories"],
  ["/orgs/acme/actions/permissions/self-hosted-runners", "enabled_repositories"],
  ["/orgs/acme/settings/immutable-releases", "enforced_repositories"],
] as const)("%s", ([place, field]) => {
  const setTo = (emulator: Emulator, word: string) => ask(emulator, `PUT ${place}`, { [field]: word });
  const set = (emulator: Emulator, selected_repository_ids: number[], token?: string) =>
    ask(emulator, `PUT ${place}/repositories`, { selected_repository_ids }, token);
  const names = async (emulator: Emulator, token?: string) =>
    namesIn(await ask(emulator, `GET ${place}/repositories`, undefined, token));

  test("repositories are selected, listed in pages, added and taken out", async ({ emulator }) => {
    const { widgets, bolts, nuts } = await numbers(emulator);
    await setTo(emulator, "selected");
    expect((await ask(emulator, `GET ${place}`)).body).toMatchObject({
      ...{ [field]: "selected", selected_repositories_url: `${emulator.apiUrl}${place}/repositories` },
    });
    expect(await ask(emulator, `GET ${place}/repositories`)).toMatchObject({
      body: { total_count: 0, repositories: [] },
      link: null,
    });
    expect((await set(emulator, [nuts, widgets, nuts])).status).toBe(204);
    expect(await ask(emulator, `GET ${place}/repositories?per_page=1`)).toMatchObject({
      body: { total_count: 2, repositories: [{ full_name: "acme/widgets" }] },
      link: expect.stringContaining('rel="next"'),
    });
    for (const _ of [1, 2]) expect((await ask(emulator, `PUT ${place}/repositories/${bolts}`)).status).toBe(204);
    for (const _ of [1, 2]) expect((await ask(emulator, `DELETE ${place}/repositories/${nuts}`)).status).toBe(204);
    expect(await names(emulator)).toEqual(["widgets", "bolts"]);
    await ask(emulator, "DELETE /repos/acme/bolts");
    expect(await names(emulator)).toEqual(["widgets"]);
  });

  test("where none are selected, there is no selection: 409; it is there again when they are", async ({ emulator }) => {
    const { widgets, bolts } = await numbers(emulator);
    await setTo(emulator, "selected");
    await set(emulator, [widgets, bolts]);
    for (const word of ["all", "none"]) {
      await setTo(emulator, word);
      expect((await ask(emulator, `GET ${place}`)).body).not.toHaveProperty("selected_repositories_url");
      const calls = [
        ask(emulator, `GET ${place}/repositories`),
        set(emulator, []),
        ask(emulator, `PUT ${place}/repositories/${bolts}`),
        ask(emulator, `DELETE ${place}/repositories/${bolts}`),
      ];
      for (const answer of await Promise.all(calls)) {
        const message = `The setting ${field} is not set to selected`;
        expect(answer).toMatchObject({ status: 409, body: { message } });
      }
    }
    await setTo(emulator, "selected");
    expect(await names(emulator)).toEqual(["widgets", "bolts"]);
  });

  test("repositories of another organization, or none, can't be selected", async ({ emulator }) => {
    const { widgets, things } = await numbers(emulator);
    await setTo(emulator, "selected");
    await set(emulator, [widgets]);
    for (const id of [things, 4711]) {
      expect(await set(emulator, [widgets, id])).toMatchObject({
        status: 422,
        body: { errors: [{ field: "selected_repository_ids" }] },
      });
      for (const method of ["PUT", "DELETE"]) {
        expect((await ask(emulator, `${method} ${place}/repositories/${id}`)).status).toBe(404);
      }
    }
    expect(await names(emulator)).toEqual(["widgets"]);
  });

  test("is its owners' alone, and an app's; who sees some repositories only, sees some of it", async ({ emulator }) => {
    const { widgets, bolts } = await numbers(emulator);
    const gears = Number(Object((await ask(emulator, "GET /repos/acme/gears")).body).id);
    await setTo(emulator, "selected");
    expect((await set(emulator, [widgets, bolts, gears], "installation")).status).toBe(204);
    expect(await names(emulator, "narrow")).toEqual(["widgets", "bolts"]);
    expect(await names(emulator, "installation")).toEqual(["widgets", "gears", "bolts"]);
    for (const [token, status] of [
      ["bob", 403],
      ["mallory", 403],
      ["workflow", 403],
    ] as const) {
      expect((await ask(emulator, `PUT ${place}`, { [field]: "all" }, token)).status, token).toBe(status);
      expect((await set(emulator, [], token)).status, token).toBe(status);
      expect((await ask(emulator, `DELETE ${place}/repositories/${bolts}`, undefined, token)).status).toBe(status);
    }
    expect(await names(emulator)).toEqual(["widgets", "gears", "bolts"]);
  });

  test("another organization's is its own", async ({ emulator }) => {
    await setTo(emulator, "selected");
    const other = place.replace("acme", "other");
    expect((await ask(emulator, `GET ${other}`, undefined, "mallory")).body).not.toMatchObject({ [field]: "selected" });
    expect((await ask(emulator, `GET ${other}/repositories`, undefined, "mallory")).status).toBe(409);
  });
});
