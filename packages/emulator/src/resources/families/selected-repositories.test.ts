import { describe, expect } from "vitest";
import { ask } from "../../calling.fixture.ts";
import type { Emulator } from "../../public.ts";
import { test as base } from "../../vitest.ts";
import { idOf, namesIn, SEED, seal } from "./asking.fixture.ts";

const repositories = { ...SEED.repositories, "acme/bolts": {}, "acme/nuts": {} };
const test = base.override({ emulatorOptions: { seed: { ...SEED, repositories } } });

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
