import { sealSecret } from "@forgehand/core/sealed-box";
import { describe, expect } from "vitest";
import { ask } from "../../calling.fixture.ts";
import type { Emulator } from "../../public.ts";
import { emulatorTest } from "../../vitest.ts";
import { namesIn, publicKey, SEED, seal } from "./asking.fixture.ts";

const test = emulatorTest({ seed: SEED });

const ORGANIZATION = ["/orgs/acme/actions/secrets", "/orgs/acme/codespaces/secrets", "/orgs/acme/dependabot/secrets"];
const WIDGETS = "/repos/acme/widgets";
const REPOSITORY = [
  ...[`${WIDGETS}/actions/secrets`, `${WIDGETS}/codespaces/secrets`, `${WIDGETS}/dependabot/secrets`],
  ...[`${WIDGETS}/environments/production/secrets`, `${WIDGETS}/environments/prod%2Feu%20west/secrets`],
];
const PLACES = [...ORGANIZATION, ...REPOSITORY];

/** What a secret there must say beside its value. */
const more = (place: string) => (place.startsWith("/orgs") ? { visibility: "all" } : {});

async function put(emulator: Emulator, place: string, name: string, value: string | Uint8Array, token = "alice") {
  return ask(emulator, `PUT ${place}/${name}`, { ...(await seal(emulator, place, value)), ...more(place) }, token);
}

const complaint = (field: string, code = "invalid") => ({ status: 422, body: { errors: [{ field, code }] } });

describe.for(PLACES)("%s", (place) => {
  test("a secret is created, shown without its value, replaced and deleted", async ({ emulator }) => {
    expect((await ask(emulator, `GET ${place}`)).body).toEqual({ total_count: 0, secrets: [] });
    expect(await ask(emulator, `GET ${place}/KEY`)).toMatchObject({ status: 404 });
    expect(await put(emulator, place, "Key", "first")).toMatchObject({ status: 201, body: {} });
    expect(await put(emulator, place, "OTHER", "other")).toMatchObject({ status: 201 });
    const created = (await ask(emulator, `GET ${place}/kEY`)).body;
    expect(created).toMatchObject({ name: "KEY", ...more(place) });
    expect(JSON.stringify(created)).not.toContain("first");

    emulator.control.clock.advance(90);
    expect(await put(emulator, place, "key", "sëcond\n")).toMatchObject({ status: 204, body: undefined });
    const replaced = (await ask(emulator, `GET ${place}/KEY`)).body;
    expect(replaced).toMatchObject({ name: "KEY", created_at: Object(created).created_at });
    expect(Object(replaced).updated_at).not.toBe(Object(created).updated_at);
    expect((await ask(emulator, `GET ${place}`)).body).toMatchObject({
      total_count: 2,
      secrets: [replaced, { name: "OTHER" }],
    });
    expect(emulator.control.secrets()).toMatchObject([
      { name: "KEY", value: "sëcond\n", updated_at: Object(replaced).updated_at },
      { name: "OTHER", value: "other" },
    ]);

    expect((await ask(emulator, `DELETE ${place}/key`)).status).toBe(204);
    expect((await ask(emulator, `DELETE ${place}/KEY`)).status).toBe(404);
    expect((await ask(emulator, `GET ${place}/KEY`)).status).toBe(404);
    expect(namesIn(await ask(emulator, `GET ${place}`))).toEqual(["OTHER"]);
  });

  test("a value that was sealed wrongly is not taken", async ({ emulator }) => {
    const { key_id, key } = await publicKey(emulator, place);
    const elsewhere = PLACES.find((other) => other !== place) ?? "";
    const foreign = await seal(emulator, elsewhere, "x");
    const putSealed = (sealed: object) => ask(emulator, `PUT ${place}/KEY`, { ...sealed, ...more(place) });
    expect(await putSealed(foreign)).toMatchObject(complaint("key_id"));
    expect(await putSealed({ ...foreign, key_id })).toMatchObject(complaint("encrypted_value"));
    expect(await putSealed({ key_id, encrypted_value: btoa("short") })).toMatchObject(complaint("encrypted_value"));
    expect(await putSealed({ key_id, encrypted_value: "" })).toMatchObject(complaint("encrypted_value"));
    expect(await putSealed({ key_id, encrypted_value: "no base64" })).toMatchObject(complaint("encrypted_value"));
    expect(await putSealed({ encrypted_value: sealSecret("x", key) })).toMatchObject(
      complaint("key_id", "missing_field"),
    );
    expect(emulator.control.secrets()).toEqual([]);
  });

  test("a value has 48 KB, counted in bytes", async ({ emulator }) => {
    expect((await put(emulator, place, "KEY", "é".repeat(24 * 1024))).status).toBe(201);
    expect(await put(emulator, place, "KEY", `${"é".repeat(24 * 1024)}.`)).toMatchObject(complaint("encrypted_value"));
    expect((await put(emulator, place, "BYTES", new Uint8Array(48 * 1024).fill(255))).status).toBe(201);
    expect((await put(emulator, place, "EMPTY", "")).status).toBe(201);
  });

  test("names are letters, digits and _, and keep off the service's own", async ({ emulator }) => {
    for (const name of ["1KEY", "A-B", "A%20B", "%C3%84", "github_key", "GITHUB_", "A%2FB"]) {
      expect(await put(emulator, place, name, "x")).toMatchObject(complaint("secret_name"));
    }
    for (const name of ["_", "a1", "GITHUB", "SVC_KEY"])
      expect((await put(emulator, place, name, "x")).status).toBe(201);
  });

  test("pages come by name", async ({ emulator }) => {
    const names = ["E", "B", "d", "A", "C"];
    for (const name of names) await put(emulator, place, name, name);
    const page = await ask(emulator, `GET ${place}?per_page=2&page=2`);
    expect(page.body).toMatchObject({ total_count: 5, secrets: [{ name: "C" }, { name: "D" }] });
    expect(page.link).toMatch(/page=1>; rel="prev".*page=3>; rel="next".*page=3>; rel="last".*page=1>; rel="first"/);
    expect((await ask(emulator, `GET ${place}`)).link).toBeNull();
  });

  test("of ten who create it at once, one does", async ({ emulator }) => {
    const sealed = await seal(emulator, place, "x");
    const body = { ...sealed, ...more(place) };
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(emulator, `PUT ${place}/KEY`, body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 204)]);
    expect(emulator.control.secrets()).toHaveLength(1);
  });
});

test("each kind has a key of its own wherever it is kept, and keeps it", async ({ emulator }) => {
  const places = [...PLACES, "/repos/acme/gears/actions/secrets"];
  const ask = () => Promise.all(places.map(async (place) => (await publicKey(emulator, place)).key));
  const keys = await ask();
  expect(new Set(keys).size).toBe(places.length);
  for (const key of keys) expect(Buffer.from(key, "base64")).toHaveLength(32);
  expect(await ask()).toEqual(keys);
});

test("the control API says whose each secret is", async ({ emulator }) => {
  for (const place of PLACES) await put(emulator, place, "KEY", place);
  const value = (place: string | undefined) => ({ name: "KEY", value: place, repositories: [] });
  const none = { organization: null, repository: null, environment: null, visibility: null };
  const ofOrganization = { ...none, organization: "acme", visibility: "all" };
  const ofRepository = { ...none, repository: "acme/widgets" };
  expect(emulator.control.secrets()).toEqual(
    [
      { ...ofOrganization, ...value(ORGANIZATION[0]), kind: "actions" },
      { ...ofOrganization, ...value(ORGANIZATION[1]), kind: "codespaces" },
      { ...ofOrganization, ...value(ORGANIZATION[2]), kind: "updater" },
      { ...ofRepository, ...value(REPOSITORY[0]), kind: "actions" },
      { ...ofRepository, ...value(REPOSITORY[1]), kind: "codespaces" },
      { ...ofRepository, ...value(REPOSITORY[2]), kind: "updater" },
      { ...ofRepository, ...value(REPOSITORY[4]), kind: "actions", environment: "prod/eu west" },
      { ...ofRepository, ...value(REPOSITORY[3]), kind: "actions", environment: "production" },
    ].map((secret) => ({ ...secret, updated_at: expect.any(String) })),
  );
});

test("an environment that isn't there has no secrets", async ({ emulator }) => {
  const place = `${WIDGETS}/environments/staging/secrets`;
  for (const route of [`GET ${place}`, `GET ${place}/public-key`, `GET ${place}/KEY`, `DELETE ${place}/KEY`]) {
    expect((await ask(emulator, route)).status).toBe(404);
  }
  const sealed = await seal(emulator, `${WIDGETS}/environments/PRODUCTION/secrets`, "x");
  expect((await ask(emulator, `PUT ${place}/KEY`, sealed)).status).toBe(404);
});

describe("an organization's", () => {
  test("says where its repositories are listed, in the service's own words, and only where they are selected", async ({
    emulator,
  }) => {
    for (const place of ORGANIZATION) {
      const sealed = await seal(emulator, place, "x");
      await ask(emulator, `PUT ${place}/KEY`, { ...sealed, visibility: "selected" });
      const secret = {
        ...{ name: "KEY", visibility: "selected", created_at: expect.any(String), updated_at: expect.any(String) },
        selected_repositories_url: `${emulator.apiUrl}${place}/KEY/repositories`,
      };
      expect((await ask(emulator, `GET ${place}/KEY`)).body).toEqual(secret);
      expect((await ask(emulator, `GET ${place}`)).body).toEqual({ total_count: 1, secrets: [secret] });
      await ask(emulator, `PUT ${place}/KEY`, { visibility: "private" });
      expect((await ask(emulator, `GET ${place}/KEY`)).body).not.toHaveProperty("selected_repositories_url");
    }
  });

  test("keeps its value where none is sent, and can't begin without one", async ({ emulator }) => {
    const [place = ""] = ORGANIZATION;
    const nothing = await ask(emulator, `PUT ${place}/KEY`, { visibility: "all" });
    expect(nothing).toMatchObject(complaint("encrypted_value", "missing_field"));
    await put(emulator, place, "KEY", "kept");
    expect((await ask(emulator, `PUT ${place}/KEY`, { visibility: "private" })).status).toBe(204);
    expect(emulator.control.secrets()).toMatchObject([{ value: "kept", visibility: "private" }]);
    const bare = await ask(emulator, `PUT ${place}/KEY`, await seal(emulator, place, "x"));
    expect(bare).toMatchObject(complaint("visibility", "missing_field"));
  });
});

describe("how many", () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`S${n}`, "x"]));
  const values = (count: number) =>
    Object.fromEntries(Object.keys(many(count)).map((name) => [name, { value: "x", visibility: "all" }]));
  const it = emulatorTest({
    seed: {
      ...SEED,
      organizations: { ...SEED.organizations, acme: { ...SEED.organizations.acme, actions_secrets: values(1000) } },
      repositories: {
        ...SEED.repositories,
        "acme/widgets": { updater_secrets: many(100), environments: { production: { secrets: many(100) } } },
      },
    },
  });

  it("1,000 of an organization, 100 of a repository and of an environment; of each kind", async ({ emulator }) => {
    const full = [
      "/orgs/acme/actions/secrets",
      `${WIDGETS}/dependabot/secrets`,
      `${WIDGETS}/environments/production/secrets`,
    ];
    for (const place of full) {
      expect(await put(emulator, place, "NEW", "x")).toMatchObject(complaint("secret_name", "unprocessable"));
      expect((await put(emulator, place, "s7", "again")).status).toBe(204);
      await ask(emulator, `DELETE ${place}/S8`);
      expect((await put(emulator, place, "NEW", "x")).status).toBe(201);
    }
    expect((await put(emulator, `${WIDGETS}/actions/secrets`, "NEW", "x")).status).toBe(201);
  });
});

describe("who may", () => {
  test("whoever may push reads and writes a repository's; Codespaces' only its admins", async ({ emulator }) => {
    for (const place of REPOSITORY) {
      const isForAdmins = place.includes("codespaces");
      const sealed = await seal(emulator, place, "x");
      for (const [route, body, status] of [
        [`GET ${place}`, undefined, 200],
        [`GET ${place}/public-key`, undefined, 200],
        [`PUT ${place}/KEY`, sealed, 201],
        [`GET ${place}/KEY`, undefined, 200],
        [`DELETE ${place}/KEY`, undefined, 204],
      ] as const) {
        expect((await ask(emulator, route, body, "bob")).status).toBe(isForAdmins ? 403 : status);
        expect((await ask(emulator, route, body, "mallory")).status).toBe(403);
      }
    }
    expect((await ask(emulator, "GET /repos/acme/gears/actions/secrets", undefined, "mallory")).status).toBe(404);
  });

  test("owners alone have an organization's, through their own tokens or an installation's", async ({ emulator }) => {
    for (const place of ORGANIZATION) {
      expect((await ask(emulator, `GET ${place}`, undefined, "bob")).status).toBe(403);
      expect((await ask(emulator, `GET ${place}`, undefined, "mallory")).status).toBe(403);
      expect((await put(emulator, place, "KEY", "x", "installation")).status).toBe(201);
      expect((await put(emulator, place, "KEY", "x", "workflow")).status).toBe(403);
      expect((await put(emulator, place, "KEY", "x", "narrow")).status).toBe(204);
    }
  });

  test("a token that may read doesn't write, and sees no other kind", async ({ emulator }) => {
    for (const place of ["/orgs/acme/actions/secrets", `${WIDGETS}/actions/secrets`]) {
      expect((await ask(emulator, `GET ${place}`, undefined, "reader")).status).toBe(200);
      expect((await put(emulator, place, "KEY", "x", "reader")).status).toBe(403);
    }
    expect((await ask(emulator, "GET /orgs/acme/dependabot/secrets", undefined, "reader")).status).toBe(403);
    expect((await ask(emulator, `GET ${WIDGETS}/codespaces/secrets`, undefined, "reader")).status).toBe(403);
  });
});

describe("in the neutral dialect", () => {
  const it = emulatorTest({ seed: SEED, dialect: "svc" });

  it("the path, the prefix and the address of a selection are the dialect's", async ({ emulator }) => {
    const place = "/orgs/acme/updater/secrets";
    expect((await ask(emulator, "GET /orgs/acme/dependabot/secrets")).status).toBe(404);
    expect(await put(emulator, place, "SVC_KEY", "x")).toMatchObject(complaint("secret_name"));
    const sealed = await seal(emulator, place, "x");
    await ask(emulator, `PUT ${place}/GITHUB_KEY`, { ...sealed, visibility: "selected" });
    expect((await ask(emulator, `GET ${place}/GITHUB_KEY`)).body).toMatchObject({
      selected_repositories_url: `${emulator.apiUrl}${place}/GITHUB_KEY/repositories`,
    });
    expect((await put(emulator, `${WIDGETS}/updater/secrets`, "KEY", "x")).status).toBe(201);
  });
});

describe("in the self-hosted edition", () => {
  const it = emulatorTest({ seed: SEED, edition: "self-hosted" });

  it("there is no Codespaces", async ({ emulator }) => {
    for (const place of PLACES) {
      const { status } = await ask(emulator, `GET ${place}`);
      expect(status).toBe(place.includes("codespaces") ? 404 : 200);
    }
  });
});
