import fc from "fast-check";
import { describe, expect } from "vitest";
import { ask } from "../../calling.fixture.ts";
import type { Emulator } from "../../public.ts";
import { emulatorTest } from "../../vitest.ts";
import { idOf, SEED } from "../families/asking.fixture.ts";

const repositories = { ...SEED.repositories, "acme/bolts": {}, "acme/nuts": {} };
const test = emulatorTest({ dialect: "svc", seed: { ...SEED, repositories } });

const PLACE = "/orgs/acme/updater/repository-access";
const patch = (emulator: Emulator, body: object, token?: string) => ask(emulator, `PATCH ${PLACE}`, body, token);

const names = async (emulator: Emulator, query = "", token?: string) => {
  const { body } = await ask(emulator, `GET ${PLACE}${query}`, undefined, token);
  const listed: readonly { name: string }[] = Object(body).accessible_repositories;
  return listed.map(({ name }) => name);
};

describe("the level", () => {
  test("is none's until somebody sets it", async ({ emulator }) => {
    expect((await ask(emulator, `GET ${PLACE}`)).body).toEqual({ default_level: null, accessible_repositories: [] });
    for (const default_level of ["public", "internal"]) {
      expect((await ask(emulator, `PUT ${PLACE}/default-level`, { default_level })).status).toBe(204);
      expect((await ask(emulator, `GET ${PLACE}`)).body).toMatchObject({ default_level });
    }
    for (const body of [{}, { default_level: null }, { default_level: "private" }]) {
      expect((await ask(emulator, `PUT ${PLACE}/default-level`, body)).status).toBe(422);
    }
    expect((await ask(emulator, `GET ${PLACE}`)).body).toMatchObject({ default_level: "internal" });
  });
});

describe("the repositories", () => {
  test("are added and taken out, listed in pages, and gone when they are deleted", async ({ emulator }) => {
    const id = (name: string) => idOf(emulator, `acme/${name}`);
    const [widgets, bolts, nuts] = [await id("widgets"), await id("bolts"), await id("nuts")];
    expect((await patch(emulator, { repository_ids_to_add: [nuts, widgets, bolts, nuts] })).status).toBe(204);
    const first = await ask(emulator, `GET ${PLACE}?per_page=2`);
    expect(first).toMatchObject({
      link: expect.stringContaining('rel="next"'),
      body: { accessible_repositories: [{ id: widgets, full_name: "acme/widgets" }, { id: bolts }] },
    });
    expect(first.body).not.toHaveProperty("total_count");
    expect(await names(emulator, "?per_page=2&page=2")).toEqual(["nuts"]);
    // What is named both ways is out.
    await patch(emulator, { repository_ids_to_add: [nuts], repository_ids_to_remove: [nuts, nuts] });
    expect(await names(emulator)).toEqual(["widgets", "bolts"]);
    expect((await patch(emulator, {})).status).toBe(204);
    await ask(emulator, "DELETE /repos/acme/bolts");
    expect(await names(emulator)).toEqual(["widgets"]);
  });

  test("are the organization's: 404, and nothing is changed", async ({ emulator }) => {
    const widgets = await idOf(emulator, "acme/widgets");
    for (const id of [await idOf(emulator, "other/things"), 4711]) {
      expect((await patch(emulator, { repository_ids_to_add: [widgets, id] })).status).toBe(404);
      const both = { repository_ids_to_add: [widgets], repository_ids_to_remove: [id] };
      expect((await patch(emulator, both)).status).toBe(404);
    }
    expect((await patch(emulator, { repository_ids_to_add: "all" })).status).toBe(422);
    expect(await names(emulator)).toEqual([]);
  });

  test("are told to owners and apps, as far as they see them", async ({ emulator }) => {
    const widgets = await idOf(emulator, "acme/widgets");
    const gears = Number(Object((await ask(emulator, "GET /repos/acme/gears")).body).id);
    expect((await patch(emulator, { repository_ids_to_add: [widgets, gears] }, "installation")).status).toBe(204);
    expect(await names(emulator, "", "narrow")).toEqual(["widgets"]);
    expect(await names(emulator, "", "installation")).toEqual(["widgets", "gears"]);
    for (const token of ["bob", "mallory", "workflow"]) {
      expect((await patch(emulator, {}, token)).status, token).toBe(403);
    }
    expect((await ask(emulator, `GET ${PLACE}`, undefined, "bob")).status).toBe(403);
  });

  test("are a set, after any changes", async ({ emulator }) => {
    const all = ["widgets", "bolts", "nuts"];
    const ids = new Map<string, number>();
    for (const name of all) ids.set(name, await idOf(emulator, `acme/${name}`));
    const some = fc.array(fc.constantFrom(...all), { maxLength: 4 });
    const numbers = (names: readonly string[]) => names.map((name) => ids.get(name));
    let model = new Set<string>();
    await fc.assert(
      fc.asyncProperty(some, some, async (more, fewer) => {
        const body = { repository_ids_to_add: numbers(more), repository_ids_to_remove: numbers(fewer) };
        expect((await patch(emulator, body)).status).toBe(204);
        model = new Set([...model, ...more]).difference(new Set(fewer));
        expect(await names(emulator)).toEqual(all.filter((name) => model.has(name)));
      }),
    );
  });
});
