import fc from "fast-check";
import { describe, expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { repositoryIdOf, SEED } from "../shared/organization-seed.fixture.ts";

const repositories = { ...SEED.repositories, "acme/bolts": {}, "acme/nuts": {} };
const test = emulatorTest({ dialect: "svc", seed: { ...SEED, repositories } });

const PATH = "/orgs/acme/updater/repository-access";
const patch = (emulator: Emulator, body: object, token?: string) => requestJson(emulator, `PATCH ${PATH}`, body, token);

const names = async (emulator: Emulator, query = "", token?: string) => {
  const { body } = await requestJson(emulator, `GET ${PATH}${query}`, undefined, token);
  const listed: readonly { name: string }[] = Object(body).accessible_repositories;
  return listed.map(({ name }) => name);
};

describe("the default level", () => {
  test("is null until it is set", async ({ emulator }) => {
    expect((await requestJson(emulator, `GET ${PATH}`)).body).toEqual({
      default_level: null,
      accessible_repositories: [],
    });
    for (const default_level of ["public", "internal"]) {
      expect((await requestJson(emulator, `PUT ${PATH}/default-level`, { default_level })).status).toBe(204);
      expect((await requestJson(emulator, `GET ${PATH}`)).body).toMatchObject({ default_level });
    }
    for (const body of [{}, { default_level: null }, { default_level: "private" }]) {
      expect((await requestJson(emulator, `PUT ${PATH}/default-level`, body)).status).toBe(422);
    }
    expect((await requestJson(emulator, `GET ${PATH}`)).body).toMatchObject({ default_level: "internal" });
  });
});

describe("the accessible repositories", () => {
  test("are added and removed, listed in pages, and removed when deleted", async ({ emulator }) => {
    const id = (name: string) => repositoryIdOf(emulator, `acme/${name}`);
    const [widgets, bolts, nuts] = [await id("widgets"), await id("bolts"), await id("nuts")];
    expect((await patch(emulator, { repository_ids_to_add: [nuts, widgets, bolts, nuts] })).status).toBe(204);
    const first = await requestJson(emulator, `GET ${PATH}?per_page=2`);
    expect(first).toMatchObject({
      link: expect.stringContaining('rel="next"'),
      body: { accessible_repositories: [{ id: widgets, full_name: "acme/widgets" }, { id: bolts }] },
    });
    expect(first.body).not.toHaveProperty("total_count");
    expect(await names(emulator, "?per_page=2&page=2")).toEqual(["nuts"]);
    // A repository that is both added and removed is removed.
    await patch(emulator, { repository_ids_to_add: [nuts], repository_ids_to_remove: [nuts, nuts] });
    expect(await names(emulator)).toEqual(["widgets", "bolts"]);
    expect((await patch(emulator, {})).status).toBe(204);
    await requestJson(emulator, "DELETE /repos/acme/bolts");
    expect(await names(emulator)).toEqual(["widgets"]);
  });

  test("must belong to the organization; otherwise nothing changes", async ({ emulator }) => {
    const widgets = await repositoryIdOf(emulator, "acme/widgets");
    for (const id of [await repositoryIdOf(emulator, "other/things"), 4711]) {
      expect((await patch(emulator, { repository_ids_to_add: [widgets, id] })).status).toBe(404);
      const both = { repository_ids_to_add: [widgets], repository_ids_to_remove: [id] };
      expect((await patch(emulator, both)).status).toBe(404);
    }
    expect((await patch(emulator, { repository_ids_to_add: "all" })).status).toBe(422);
    expect(await names(emulator)).toEqual([]);
  });

  test("are visible to owners and apps that can access them", async ({ emulator }) => {
    const widgets = await repositoryIdOf(emulator, "acme/widgets");
    const gears = Number(Object((await requestJson(emulator, "GET /repos/acme/gears")).body).id);
    expect((await patch(emulator, { repository_ids_to_add: [widgets, gears] }, "installation")).status).toBe(204);
    expect(await names(emulator, "", "narrow")).toEqual(["widgets"]);
    expect(await names(emulator, "", "installation")).toEqual(["widgets", "gears"]);
    for (const token of ["bob", "mallory", "workflow"]) {
      expect((await patch(emulator, {}, token)).status, token).toBe(403);
    }
    expect((await requestJson(emulator, `GET ${PATH}`, undefined, "bob")).status).toBe(403);
  });

  test("behave as a set under any changes", async ({ emulator }) => {
    const all = ["widgets", "bolts", "nuts"];
    const ids = new Map<string, number>();
    for (const name of all) ids.set(name, await repositoryIdOf(emulator, `acme/${name}`));
    const some = fc.array(fc.constantFrom(...all), { maxLength: 4 });
    const idsOf = (names: readonly string[]) => names.map((name) => ids.get(name));
    let model = new Set<string>();
    await fc.assert(
      fc.asyncProperty(some, some, async (added, removed) => {
        const body = { repository_ids_to_add: idsOf(added), repository_ids_to_remove: idsOf(removed) };
        expect((await patch(emulator, body)).status).toBe(204);
        model = new Set([...model, ...added]).difference(new Set(removed));
        expect(await names(emulator)).toEqual(all.filter((name) => model.has(name)));
      }),
    );
  });
});
