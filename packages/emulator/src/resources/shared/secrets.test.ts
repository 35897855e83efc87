import { sealSecret } from "@forgehand/core/sealed-box";
import { describe, expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { notSupplied, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { fetchPublicKey, listedNames, SEED, seal } from "./organization-seed.fixture.ts";

const test = emulatorTest({ seed: SEED });

const ORGANIZATION = [
  "/orgs/acme/actions/secrets",
  "/orgs/acme/agents/secrets",
  "/orgs/acme/codespaces/secrets",
  "/orgs/acme/dependabot/secrets",
];
const WIDGETS = "/repos/acme/widgets";
const REPOSITORY = [
  `${WIDGETS}/actions/secrets`,
  `${WIDGETS}/agents/secrets`,
  `${WIDGETS}/codespaces/secrets`,
  `${WIDGETS}/dependabot/secrets`,
  `${WIDGETS}/environments/production/secrets`,
  `${WIDGETS}/environments/prod%2Feu%20west/secrets`,
];
const PATHS = [...ORGANIZATION, ...REPOSITORY];

/** Further required fields of a secret at this path. */
const visibilityFields = (path: string) => (path.startsWith("/orgs") ? { visibility: "all" } : {});

async function put(emulator: Emulator, path: string, name: string, value: string | Uint8Array, token = "alice") {
  return requestJson(
    emulator,
    `PUT ${path}/${name}`,
    { ...(await seal(emulator, path, value)), ...visibilityFields(path) },
    token,
  );
}

const fieldError = (field: string, code = "invalid") => ({ status: 422, body: { errors: [{ field, code }] } });

describe.for(PATHS)("%s", (path) => {
  test("creates, shows, replaces and deletes a secret, without returning its value", async ({ emulator }) => {
    expect((await requestJson(emulator, `GET ${path}`)).body).toEqual({ total_count: 0, secrets: [] });
    expect(await requestJson(emulator, `GET ${path}/KEY`)).toMatchObject({ status: 404 });
    expect(await put(emulator, path, "Key", "first")).toMatchObject({ status: 201, body: {} });
    expect(await put(emulator, path, "OTHER", "other")).toMatchObject({ status: 201 });
    const created = (await requestJson(emulator, `GET ${path}/kEY`)).body;
    expect(created).toMatchObject({ name: "KEY", ...visibilityFields(path) });
    expect(JSON.stringify(created)).not.toContain("first");

    emulator.control.clock.advance(90);
    expect(await put(emulator, path, "key", "sëcond\n")).toMatchObject({ status: 204, body: undefined });
    const replaced = (await requestJson(emulator, `GET ${path}/KEY`)).body;
    expect(replaced).toMatchObject({ name: "KEY", created_at: Object(created).created_at });
    expect(Object(replaced).updated_at).not.toBe(Object(created).updated_at);
    expect((await requestJson(emulator, `GET ${path}`)).body).toMatchObject({
      total_count: 2,
      secrets: [replaced, { name: "OTHER" }],
    });
    expect(emulator.control.secrets()).toMatchObject([
      { name: "KEY", value: "sëcond\n", updated_at: Object(replaced).updated_at },
      { name: "OTHER", value: "other" },
    ]);

    expect((await requestJson(emulator, `DELETE ${path}/key`)).status).toBe(204);
    expect((await requestJson(emulator, `DELETE ${path}/KEY`)).status).toBe(404);
    expect((await requestJson(emulator, `GET ${path}/KEY`)).status).toBe(404);
    expect(listedNames(await requestJson(emulator, `GET ${path}`))).toEqual(["OTHER"]);
  });

  test("rejects an incorrectly encrypted value", async ({ emulator }) => {
    const { key_id, key } = await fetchPublicKey(emulator, path);
    const elsewhere = PATHS.find((other) => other !== path) ?? "";
    const foreign = await seal(emulator, elsewhere, "x");
    const putSealed = (sealed: object) =>
      requestJson(emulator, `PUT ${path}/KEY`, { ...sealed, ...visibilityFields(path) });
    expect(await putSealed(foreign)).toMatchObject(fieldError("key_id"));
    expect(await putSealed({ ...foreign, key_id })).toMatchObject(fieldError("encrypted_value"));
    expect(await putSealed({ key_id, encrypted_value: btoa("short") })).toMatchObject(fieldError("encrypted_value"));
    expect(await putSealed({ key_id, encrypted_value: "" })).toMatchObject(fieldError("encrypted_value"));
    expect(await putSealed({ key_id, encrypted_value: "no base64" })).toMatchObject(fieldError("encrypted_value"));
    expect(await putSealed({ encrypted_value: sealSecret("x", key) })).toMatchObject(notSupplied("key_id"));
    expect(emulator.control.secrets()).toEqual([]);
  });

  test("limits a value to 48 KB in bytes", async ({ emulator }) => {
    expect((await put(emulator, path, "KEY", "é".repeat(24 * 1024))).status).toBe(201);
    expect(await put(emulator, path, "KEY", `${"é".repeat(24 * 1024)}.`)).toMatchObject(fieldError("encrypted_value"));
    expect((await put(emulator, path, "BYTES", new Uint8Array(48 * 1024).fill(255))).status).toBe(201);
    expect((await put(emulator, path, "EMPTY", "")).status).toBe(201);
  });

  test("rejects invalid and reserved names", async ({ emulator }) => {
    for (const name of ["1KEY", "A-B", "A%20B", "%C3%84", "github_key", "GITHUB_", "A%2FB"]) {
      expect(await put(emulator, path, name, "x")).toMatchObject(fieldError("secret_name"));
    }
    for (const name of ["_", "a1", "GITHUB", "SVC_KEY"])
      expect((await put(emulator, path, name, "x")).status).toBe(201);
  });

  test("lists pages sorted by name", async ({ emulator }) => {
    const names = ["E", "B", "d", "A", "C"];
    for (const name of names) await put(emulator, path, name, name);
    const page = await requestJson(emulator, `GET ${path}?per_page=2&page=2`);
    expect(page.body).toMatchObject({ total_count: 5, secrets: [{ name: "C" }, { name: "D" }] });
    expect(page.link).toMatch(/page=1>; rel="prev".*page=3>; rel="next".*page=3>; rel="last".*page=1>; rel="first"/);
    expect((await requestJson(emulator, `GET ${path}`)).link).toBeNull();
  });

  test("creates a secret once for ten concurrent requests", async ({ emulator }) => {
    const sealed = await seal(emulator, path, "x");
    const body = { ...sealed, ...visibilityFields(path) };
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => requestJson(emulator, `PUT ${path}/KEY`, body)),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 204)]);
    expect(emulator.control.secrets()).toHaveLength(1);
  });
});

test("each kind of secret has a separate, permanent key at each level", async ({ emulator }) => {
  const paths = [...PATHS, "/repos/acme/gears/actions/secrets"];
  const fetchKeys = () => Promise.all(paths.map(async (path) => (await fetchPublicKey(emulator, path)).key));
  const keys = await fetchKeys();
  expect(new Set(keys).size).toBe(paths.length);
  for (const key of keys) expect(Buffer.from(key, "base64")).toHaveLength(32);
  expect(await fetchKeys()).toEqual(keys);
});

test("the control API shows the owner of each secret", async ({ emulator }) => {
  for (const path of PATHS) await put(emulator, path, "KEY", path);
  const value = (path: string | undefined) => ({ name: "KEY", value: path, repositories: [] });
  const none = { organization: null, repository: null, environment: null, user: null, visibility: null };
  const ofOrganization = { ...none, organization: "acme", visibility: "all" };
  const ofRepository = { ...none, repository: "acme/widgets" };
  expect(emulator.control.secrets()).toEqual(
    [
      { ...ofOrganization, ...value(ORGANIZATION[0]), kind: "actions" },
      { ...ofOrganization, ...value(ORGANIZATION[1]), kind: "agents" },
      { ...ofOrganization, ...value(ORGANIZATION[2]), kind: "codespaces" },
      { ...ofOrganization, ...value(ORGANIZATION[3]), kind: "updater" },
      { ...ofRepository, ...value(REPOSITORY[0]), kind: "actions" },
      { ...ofRepository, ...value(REPOSITORY[1]), kind: "agents" },
      { ...ofRepository, ...value(REPOSITORY[2]), kind: "codespaces" },
      { ...ofRepository, ...value(REPOSITORY[3]), kind: "updater" },
      { ...ofRepository, ...value(REPOSITORY[5]), kind: "actions", environment: "prod/eu west" },
      { ...ofRepository, ...value(REPOSITORY[4]), kind: "actions", environment: "production" },
    ].map((secret) => ({ ...secret, updated_at: expect.any(String) })),
  );
});

test("returns 404 for secrets of an unknown environment", async ({ emulator }) => {
  const path = `${WIDGETS}/environments/staging/secrets`;
  for (const route of [`GET ${path}`, `GET ${path}/public-key`, `GET ${path}/KEY`, `DELETE ${path}/KEY`]) {
    expect((await requestJson(emulator, route)).status).toBe(404);
  }
  const sealed = await seal(emulator, `${WIDGETS}/environments/PRODUCTION/secrets`, "x");
  expect((await requestJson(emulator, `PUT ${path}/KEY`, sealed)).status).toBe(404);
});

describe("an organization's secret", () => {
  test("links to its repositories in the dialect's path, only with visibility selected", async ({ emulator }) => {
    for (const path of ORGANIZATION) {
      const sealed = await seal(emulator, path, "x");
      await requestJson(emulator, `PUT ${path}/KEY`, { ...sealed, visibility: "selected" });
      const secret = {
        name: "KEY",
        visibility: "selected",
        created_at: expect.any(String),
        updated_at: expect.any(String),
        selected_repositories_url: `${emulator.apiUrl}${path}/KEY/repositories`,
      };
      expect((await requestJson(emulator, `GET ${path}/KEY`)).body).toEqual(secret);
      expect((await requestJson(emulator, `GET ${path}`)).body).toEqual({ total_count: 1, secrets: [secret] });
      await requestJson(emulator, `PUT ${path}/KEY`, { ...sealed, visibility: "private" });
      expect((await requestJson(emulator, `GET ${path}/KEY`)).body).not.toHaveProperty("selected_repositories_url");
    }
  });

  test("keeps its value if none is sent, and requires one on creation", async ({ emulator }) => {
    const [path = ""] = ORGANIZATION;
    const nothing = await requestJson(emulator, `PUT ${path}/KEY`, { visibility: "all" });
    expect(nothing).toMatchObject(notSupplied("encrypted_value"));
    await put(emulator, path, "KEY", "kept");
    expect((await requestJson(emulator, `PUT ${path}/KEY`, { visibility: "private" })).status).toBe(204);
    expect(emulator.control.secrets()).toMatchObject([{ value: "kept", visibility: "private" }]);
    const bare = await requestJson(emulator, `PUT ${path}/KEY`, await seal(emulator, path, "x"));
    expect(bare).toMatchObject(notSupplied("visibility"));
  });

  test("of the kind agents needs its value for every change", async ({ emulator }) => {
    const path = "/orgs/acme/agents/secrets";
    await put(emulator, path, "KEY", "kept");
    expect(await requestJson(emulator, `PUT ${path}/KEY`, { visibility: "private" })).toMatchObject(
      notSupplied("encrypted_value", "key_id"),
    );
    expect(emulator.control.secrets()).toMatchObject([{ value: "kept", visibility: "all" }]);
  });

  test("of the kind agents is listed for each repository that can read it", async ({ emulator }) => {
    const path = "/orgs/acme/agents/secrets";
    const sealed = await seal(emulator, path, "x");
    const gears = Number(Object((await requestJson(emulator, "GET /repos/acme/gears")).body).id);
    const write = (name: string, fields: object) =>
      requestJson(emulator, `PUT ${path}/${name}`, { ...sealed, ...fields });
    await write("FOR_ALL", { visibility: "all" });
    await write("FOR_PRIVATE", { visibility: "private" });
    await write("FOR_GEARS", { visibility: "selected", selected_repository_ids: [gears] });
    await put(emulator, "/orgs/acme/actions/secrets", "OF_ACTIONS", "x");
    await put(emulator, `${WIDGETS}/agents/secrets`, "OWN", "x");
    const listFor = async (repository: string, token?: string) =>
      requestJson(emulator, `GET /repos/${repository}/agents/organization-secrets`, undefined, token);
    expect((await listFor("acme/widgets")).body).toEqual({
      total_count: 1,
      secrets: [{ name: "FOR_ALL", created_at: expect.any(String), updated_at: expect.any(String) }],
    });
    expect(listedNames(await listFor("acme/gears"))).toEqual(["FOR_ALL", "FOR_GEARS", "FOR_PRIVATE"]);
    expect((await listFor("acme/widgets", "mallory")).status).toBe(403);
  });
});

describe("limits", () => {
  const repositorySecrets = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`S${n}`, "x"]));
  const organizationSecrets = (count: number) =>
    Object.fromEntries(Object.keys(repositorySecrets(count)).map((name) => [name, { value: "x", visibility: "all" }]));
  const test = emulatorTest({
    seed: {
      ...SEED,
      organizations: {
        ...SEED.organizations,
        acme: { ...SEED.organizations.acme, actions_secrets: organizationSecrets(1000) },
      },
      repositories: {
        ...SEED.repositories,
        "acme/widgets": {
          updater_secrets: repositorySecrets(100),
          environments: { production: { secrets: repositorySecrets(100) } },
        },
      },
    },
  });

  test("allow 1,000 secrets of each kind per organization, and 100 per repository and environment", async ({
    emulator,
  }) => {
    const fullPaths = [
      "/orgs/acme/actions/secrets",
      `${WIDGETS}/dependabot/secrets`,
      `${WIDGETS}/environments/production/secrets`,
    ];
    for (const path of fullPaths) {
      expect(await put(emulator, path, "NEW", "x")).toMatchObject(fieldError("secret_name", "unprocessable"));
      expect((await put(emulator, path, "s7", "again")).status).toBe(204);
      await requestJson(emulator, `DELETE ${path}/S8`);
      expect((await put(emulator, path, "NEW", "x")).status).toBe(201);
    }
    expect((await put(emulator, `${WIDGETS}/actions/secrets`, "NEW", "x")).status).toBe(201);
  });
});

describe("access", () => {
  test("requires push access to a repository, and admin access for its Codespaces secrets", async ({ emulator }) => {
    for (const path of REPOSITORY) {
      const isForAdmins = path.includes("codespaces");
      const sealed = await seal(emulator, path, "x");
      for (const [route, body, status] of [
        [`GET ${path}`, undefined, 200],
        [`GET ${path}/public-key`, undefined, 200],
        [`PUT ${path}/KEY`, sealed, 201],
        [`GET ${path}/KEY`, undefined, 200],
        [`DELETE ${path}/KEY`, undefined, 204],
      ] as const) {
        expect((await requestJson(emulator, route, body, "bob")).status).toBe(isForAdmins ? 403 : status);
        expect((await requestJson(emulator, route, body, "mallory")).status).toBe(403);
      }
    }
    expect((await requestJson(emulator, "GET /repos/acme/gears/actions/secrets", undefined, "mallory")).status).toBe(
      404,
    );
  });

  test("requires an owner of the organization or an installation", async ({ emulator }) => {
    for (const path of ORGANIZATION) {
      expect((await requestJson(emulator, `GET ${path}`, undefined, "bob")).status).toBe(403);
      expect((await requestJson(emulator, `GET ${path}`, undefined, "mallory")).status).toBe(403);
      expect((await put(emulator, path, "KEY", "x", "installation")).status).toBe(201);
      expect((await put(emulator, path, "KEY", "x", "workflow")).status).toBe(403);
      expect((await put(emulator, path, "KEY", "x", "narrow")).status).toBe(204);
    }
  });

  test("allows only reading with a read permission, and only the secrets of its kind", async ({ emulator }) => {
    for (const path of ["/orgs/acme/actions/secrets", `${WIDGETS}/actions/secrets`]) {
      expect((await requestJson(emulator, `GET ${path}`, undefined, "reader")).status).toBe(200);
      expect((await put(emulator, path, "KEY", "x", "reader")).status).toBe(403);
    }
    expect((await requestJson(emulator, "GET /orgs/acme/dependabot/secrets", undefined, "reader")).status).toBe(403);
    expect((await requestJson(emulator, `GET ${WIDGETS}/codespaces/secrets`, undefined, "reader")).status).toBe(403);
  });
});

describe("in the neutral dialect", () => {
  const test = emulatorTest({ seed: SEED, dialect: "svc", strict: false });

  test("uses the dialect's path, prefix and selection URL", async ({ emulator }) => {
    const path = "/orgs/acme/updater/secrets";
    expect((await requestJson(emulator, "GET /orgs/acme/dependabot/secrets")).status).toBe(404);
    expect(await put(emulator, path, "SVC_KEY", "x")).toMatchObject(fieldError("secret_name"));
    const sealed = await seal(emulator, path, "x");
    await requestJson(emulator, `PUT ${path}/GITHUB_KEY`, { ...sealed, visibility: "selected" });
    expect((await requestJson(emulator, `GET ${path}/GITHUB_KEY`)).body).toMatchObject({
      selected_repositories_url: `${emulator.apiUrl}${path}/GITHUB_KEY/repositories`,
    });
    expect((await put(emulator, `${WIDGETS}/updater/secrets`, "KEY", "x")).status).toBe(201);
  });
});

describe("in the self-hosted edition", () => {
  const test = emulatorTest({ seed: SEED, edition: "self-hosted", strict: false });

  test("has no Codespaces and no agents", async ({ emulator }) => {
    for (const path of PATHS) {
      const { status } = await requestJson(emulator, `GET ${path}`);
      expect(status).toBe(/codespaces|agents/.test(path) ? 404 : 200);
    }
  });
});
