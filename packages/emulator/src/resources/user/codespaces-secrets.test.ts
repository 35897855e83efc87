import { describe, expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { notSupplied, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { fetchPublicKey, listedNames, repositoryIdOf, SEED, seal } from "../shared/organization-seed.fixture.ts";

const PATH = "/user/codespaces/secrets";

const seed = {
  ...SEED,
  tokens: {
    ...SEED.tokens,
    secrets: { kind: "classic", user: "alice", scopes: ["codespace:secrets"] },
    codespace: { kind: "classic", user: "alice", scopes: ["codespace"] },
    fine: { kind: "fine-grained", user: "alice", permissions: { codespaces_user_secrets: "write" } },
    "read-only": { kind: "fine-grained", user: "alice", permissions: { codespaces_user_secrets: "read" } },
  },
};
const test = emulatorTest({ seed });

const put = async (emulator: Emulator, name: string, fields: object = {}, token?: string) =>
  requestJson(emulator, `PUT ${PATH}/${name}`, { ...(await seal(emulator, PATH, "x")), ...fields }, token);
const repositoriesOf = async (emulator: Emulator, name: string, token?: string) =>
  listedNames(await requestJson(emulator, `GET ${PATH}/${name}/repositories`, undefined, token));

describe("a user's Codespaces secrets", () => {
  test("are created, shown, replaced and deleted, without their values", async ({ emulator }) => {
    expect((await requestJson(emulator, `GET ${PATH}`)).body).toEqual({ total_count: 0, secrets: [] });
    expect((await requestJson(emulator, `GET ${PATH}/KEY`)).status).toBe(404);
    expect((await put(emulator, "key")).status).toBe(201);
    const secret = {
      name: "KEY",
      created_at: expect.any(String),
      updated_at: expect.any(String),
      visibility: "selected",
      selected_repositories_url: `${emulator.apiUrl}${PATH}/KEY/repositories`,
    };
    expect((await requestJson(emulator, `GET ${PATH}/KEY`)).body).toEqual(secret);
    expect((await requestJson(emulator, `GET ${PATH}`)).body).toEqual({ total_count: 1, secrets: [secret] });
    expect((await put(emulator, "KEY", await seal(emulator, PATH, "second"))).status).toBe(204);
    expect(emulator.control.secrets()).toMatchObject([
      { kind: "codespaces", user: "alice", organization: null, repository: null, name: "KEY", value: "second" },
    ]);
    expect((await requestJson(emulator, `DELETE ${PATH}/KEY`)).status).toBe(204);
    expect((await requestJson(emulator, `DELETE ${PATH}/KEY`)).status).toBe(404);
  });

  test("keep their value if none is sent, and require one on creation", async ({ emulator }) => {
    const { key_id } = await seal(emulator, PATH, "x");
    expect(await requestJson(emulator, `PUT ${PATH}/KEY`, { key_id })).toMatchObject(notSupplied("encrypted_value"));
    await put(emulator, "KEY");
    expect((await requestJson(emulator, `PUT ${PATH}/KEY`, { key_id })).status).toBe(204);
    expect(emulator.control.secrets()).toMatchObject([{ value: "x" }]);
    const foreign = await seal(emulator, "/orgs/acme/codespaces/secrets", "x");
    expect(await put(emulator, "KEY", foreign)).toMatchObject({ status: 422, body: { errors: [{ field: "key_id" }] } });
  });

  test("belong to one user", async ({ emulator }) => {
    await put(emulator, "KEY");
    expect((await requestJson(emulator, `GET ${PATH}`, undefined, "mallory")).body).toMatchObject({ total_count: 0 });
    const ownKey = (await fetchPublicKey(emulator, PATH)).key_id;
    const otherKey = Object((await requestJson(emulator, `GET ${PATH}/public-key`, undefined, "mallory")).body).key_id;
    expect(otherKey).not.toBe(ownKey);
  });

  test("are for repositories that the user can see", async ({ emulator }) => {
    const [widgets, things] = [
      await repositoryIdOf(emulator, "acme/widgets"),
      await repositoryIdOf(emulator, "other/things"),
    ];
    const gears = Number(Object((await requestJson(emulator, "GET /repos/acme/gears")).body).id);
    await put(emulator, "KEY", { selected_repository_ids: [widgets, gears] });
    expect(await repositoriesOf(emulator, "KEY")).toEqual(["widgets", "gears"]);
    const requestOne = (method: string, id: number, token?: string) =>
      requestJson(emulator, `${method} ${PATH}/KEY/repositories/${id}`, undefined, token);
    for (const _ of [1, 2]) expect((await requestOne("PUT", things)).status).toBe(204);
    for (const _ of [1, 2]) expect((await requestOne("DELETE", gears)).status).toBe(204);
    expect(await repositoriesOf(emulator, "KEY")).toEqual(["widgets", "things"]);
    expect((await requestOne("PUT", 4711)).status).toBe(404);
    const set = (ids: number[]) =>
      requestJson(emulator, `PUT ${PATH}/KEY/repositories`, { selected_repository_ids: ids });
    expect((await set([gears])).status).toBe(204);
    expect(await repositoriesOf(emulator, "KEY")).toEqual(["gears"]);
    expect((await set([4711])).status).toBe(422);
    expect((await requestJson(emulator, `GET ${PATH}/NONE/repositories`)).status).toBe(404);
    // A token without `repo` sees no private repositories.
    expect(await repositoriesOf(emulator, "KEY", "secrets")).toEqual([]);
    expect((await requestOne("PUT", gears, "secrets")).status).toBe(404);
  });

  test("require a scope or a permission of the user", async ({ emulator }) => {
    for (const token of ["secrets", "codespace", "fine"]) {
      expect((await requestJson(emulator, `GET ${PATH}`, undefined, token)).status).toBe(200);
      expect((await put(emulator, token.toUpperCase(), {}, token)).status).toBe(201);
    }
    expect((await requestJson(emulator, `GET ${PATH}`, undefined, "read-only")).status).toBe(200);
    expect((await put(emulator, "KEY", {}, "read-only")).status).toBe(403);
    for (const token of ["bob", "reader", "installation", "workflow"]) {
      expect((await requestJson(emulator, `GET ${PATH}`, undefined, token)).status).toBe(403);
    }
  });
});

describe("limits", () => {
  const secrets = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`S${n}`, { value: "x" }]));
  const test = emulatorTest({
    seed: { ...SEED, users: { ...SEED.users, alice: { codespaces_secrets: secrets } } },
  });

  test("allow 100 secrets per user", async ({ emulator }) => {
    expect(await put(emulator, "NEW")).toMatchObject({ status: 422, body: { errors: [{ code: "unprocessable" }] } });
    expect((await put(emulator, "S7")).status).toBe(204);
    await requestJson(emulator, `DELETE ${PATH}/S8`);
    expect((await put(emulator, "NEW")).status).toBe(201);
  });
});

describe("in the self-hosted edition", () => {
  const test = emulatorTest({ seed: SEED, edition: "self-hosted", strict: false });

  test("do not exist", async ({ emulator }) => {
    expect((await requestJson(emulator, `GET ${PATH}`)).status).toBe(404);
  });
});
