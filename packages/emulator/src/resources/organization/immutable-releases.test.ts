import { expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { listedNames, repositoryIdOf, SEED } from "../shared/organization-seed.fixture.ts";

const repositories = { ...SEED.repositories, "acme/bolts": {} };
const test = emulatorTest({ seed: { ...SEED, repositories } });

const PATH = "/orgs/acme/settings/immutable-releases";
const put = (emulator: Emulator, enforced_repositories: string, selected_repository_ids?: readonly number[]) =>
  requestJson(emulator, `PUT ${PATH}`, {
    enforced_repositories,
    ...(selected_repository_ids && { selected_repository_ids }),
  });
const names = async (emulator: Emulator) => listedNames(await requestJson(emulator, `GET ${PATH}/repositories`));

test("enforces immutable releases for no, all or selected repositories", async ({ emulator }) => {
  const readSetting = async () => (await requestJson(emulator, `GET ${PATH}`)).body;
  expect(await readSetting()).toEqual({ enforced_repositories: "none" });
  expect((await put(emulator, "all")).status).toBe(204);
  expect(await readSetting()).toEqual({ enforced_repositories: "all" });
  await put(emulator, "selected");
  expect(await readSetting()).toEqual({
    enforced_repositories: "selected",
    selected_repositories_url: `${emulator.apiUrl}${PATH}/repositories`,
  });
});

test("keeps the selection unless the request has a new one", async ({ emulator }) => {
  const widgets = await repositoryIdOf(emulator, "acme/widgets");
  const bolts = await repositoryIdOf(emulator, "acme/bolts");
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

test("rejects a selection in another mode or of another organization's repositories", async ({ emulator }) => {
  const widgets = await repositoryIdOf(emulator, "acme/widgets");
  await put(emulator, "selected", [widgets]);
  const foreignIds = [await repositoryIdOf(emulator, "other/things"), 4711];
  for (const id of foreignIds) {
    expect(await put(emulator, "selected", [id])).toMatchObject({
      status: 422,
      body: { errors: [{ field: "selected_repository_ids" }] },
    });
  }
  for (const mode of ["all", "none", "some"]) expect((await put(emulator, mode, [widgets])).status).toBe(422);
  expect((await requestJson(emulator, `PUT ${PATH}`, {})).status).toBe(422);
  expect(await names(emulator)).toEqual(["widgets"]);
});
