import { expect } from "vitest";
import { ask } from "../../calling.fixture.ts";
import type { Emulator } from "../../public.ts";
import { emulatorTest } from "../../vitest.ts";
import { idOf, namesIn, SEED } from "../families/asking.fixture.ts";

const repositories = { ...SEED.repositories, "acme/bolts": {} };
const test = emulatorTest({ seed: { ...SEED, repositories } });

const PLACE = "/orgs/acme/settings/immutable-releases";
const put = (emulator: Emulator, enforced_repositories: string, selected_repository_ids?: readonly number[]) =>
  ask(emulator, `PUT ${PLACE}`, { enforced_repositories, ...(selected_repository_ids && { selected_repository_ids }) });
const names = async (emulator: Emulator) => namesIn(await ask(emulator, `GET ${PLACE}/repositories`));

test("are none's, all's or selected ones'", async ({ emulator }) => {
  const words = async () => (await ask(emulator, `GET ${PLACE}`)).body;
  expect(await words()).toEqual({ enforced_repositories: "none" });
  expect((await put(emulator, "all")).status).toBe(204);
  expect(await words()).toEqual({ enforced_repositories: "all" });
  await put(emulator, "selected");
  expect(await words()).toEqual({
    enforced_repositories: "selected",
    selected_repositories_url: `${emulator.apiUrl}${PLACE}/repositories`,
  });
});

test("repositories are selected with the word, or kept", async ({ emulator }) => {
  const widgets = await idOf(emulator, "acme/widgets");
  const bolts = await idOf(emulator, "acme/bolts");
  await put(emulator, "selected", [widgets, bolts]);
  expect(await names(emulator)).toEqual(["widgets", "bolts"]);
  await put(emulator, "selected");
  expect(await names(emulator)).toEqual(["widgets", "bolts"]);
  await put(emulator, "selected", [bolts]);
  expect(await names(emulator)).toEqual(["bolts"]);
  await put(emulator, "none");
  await put(emulator, "selected", []);
  expect(await names(emulator)).toEqual([]);
});

test("refused: repositories beside another word, or of another organization, and nothing is changed", async ({
  emulator,
}) => {
  const widgets = await idOf(emulator, "acme/widgets");
  await put(emulator, "selected", [widgets]);
  const others = [await idOf(emulator, "other/things"), 4711];
  for (const id of others) {
    expect(await put(emulator, "selected", [id])).toMatchObject({
      status: 422,
      body: { errors: [{ field: "selected_repository_ids" }] },
    });
  }
  for (const word of ["all", "none", "some"]) expect((await put(emulator, word, [widgets])).status).toBe(422);
  expect((await ask(emulator, `PUT ${PLACE}`, {})).status).toBe(422);
  expect(await names(emulator)).toEqual(["widgets"]);
});
