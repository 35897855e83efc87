import { createClient } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { ask } from "../../calling.fixture.ts";
import type { Emulator } from "../../public.ts";
import { emulatorTest } from "../../vitest.ts";
import { idOf, namesIn, SEED } from "./asking.fixture.ts";

const test = emulatorTest({ seed: SEED });

const ORGANIZATION = "/orgs/acme/actions/variables";
const REPOSITORY = "/repos/acme/widgets/actions/variables";

/** What a variable there must say beside its value. */
const more = (place: string) => (place === ORGANIZATION ? { visibility: "private" } : {});

const post = (emulator: Emulator, place: string, name: string, value: string, token = "alice") =>
  ask(emulator, `POST ${place}`, { name, value, ...more(place) }, token);

const complaint = (field: string, code = "invalid") => ({ status: 422, body: { errors: [{ field, code }] } });

describe.for([ORGANIZATION, REPOSITORY])("%s", (place) => {
  test("a variable is created, shown, changed, renamed and deleted", async ({ emulator }) => {
    expect((await ask(emulator, `GET ${place}`)).body).toEqual({ total_count: 0, variables: [] });
    expect((await ask(emulator, `GET ${place}/LAST_RUN`)).status).toBe(404);
    expect(await post(emulator, place, "Last_Run", "1")).toMatchObject({ status: 201, body: {} });
    const created = (await ask(emulator, `GET ${place}/last_RUN`)).body;
    const told = { name: "LAST_RUN", value: "1", created_at: expect.any(String), updated_at: expect.any(String) };
    expect(created).toEqual({ ...told, ...more(place) });

    emulator.control.clock.advance(90);
    expect(await ask(emulator, `PATCH ${place}/last_run`, { value: "2" })).toMatchObject({
      status: 204,
      body: undefined,
    });
    const changed = (await ask(emulator, `GET ${place}/LAST_RUN`)).body;
    expect(changed).toMatchObject({ value: "2", created_at: Object(created).created_at, ...more(place) });
    expect(Object(changed).updated_at).not.toBe(Object(created).updated_at);

    expect((await ask(emulator, `PATCH ${place}/LAST_RUN`, { name: "First_Run" })).status).toBe(204);
    expect((await ask(emulator, `GET ${place}/LAST_RUN`)).status).toBe(404);
    expect((await ask(emulator, `GET ${place}`)).body).toMatchObject({
      total_count: 1,
      variables: [{ name: "FIRST_RUN", value: "2", created_at: Object(created).created_at }],
    });
    expect((await ask(emulator, `DELETE ${place}/first_run`)).status).toBe(204);
    expect((await ask(emulator, `DELETE ${place}/FIRST_RUN`)).status).toBe(404);
    expect((await ask(emulator, `PATCH ${place}/FIRST_RUN`, { value: "3" })).status).toBe(404);
  });

  test("a name is taken once, whatever the case of its letters", async ({ emulator }) => {
    await post(emulator, place, "ONE", "1");
    await post(emulator, place, "TWO", "2");
    expect(await post(emulator, place, "one", "3")).toMatchObject({
      status: 409,
      body: { message: "Already exists - Variable already exists" },
    });
    expect((await ask(emulator, `PATCH ${place}/ONE`, { name: "two" })).status).toBe(409);
    expect((await ask(emulator, `PATCH ${place}/ONE`, { name: "one", value: "4" })).status).toBe(204);
    expect(await ask(emulator, `GET ${place}/ONE`)).toMatchObject({ body: { value: "4" } });
    expect(await ask(emulator, `GET ${place}/TWO`)).toMatchObject({ body: { value: "2" } });
  });

  test("names and values that can't be", async ({ emulator }) => {
    for (const name of ["1A", "A-B", "", "Ä", "github_x"]) {
      expect(await post(emulator, place, name, "")).toMatchObject(complaint("name"));
    }
    await post(emulator, place, "A", "é".repeat(24 * 1024));
    const large = `${"é".repeat(24 * 1024)}.`;
    expect(await post(emulator, place, "B", large)).toMatchObject(complaint("value"));
    expect(await ask(emulator, `PATCH ${place}/A`, { value: large })).toMatchObject(complaint("value"));
    expect(await ask(emulator, `PATCH ${place}/A`, { name: "GITHUB_A" })).toMatchObject({ status: 422 });
    expect(await ask(emulator, `POST ${place}`, { name: "C", ...more(place) })).toMatchObject(
      complaint("value", "missing_field"),
    );
    expect(namesIn(await ask(emulator, `GET ${place}`))).toEqual(["A"]);
  });

  test("pages hold 10, and 30 at most", async ({ emulator }) => {
    for (let n = 0; n < 35; n++) await post(emulator, place, `V${String(n).padStart(2, "0")}`, String(n));
    const page = async (query: string) => namesIn(await ask(emulator, `GET ${place}?${query}`));
    expect(await page("")).toHaveLength(10);
    expect(await page("per_page=100")).toHaveLength(30);
    expect(await page("page=4")).toEqual(["V30", "V31", "V32", "V33", "V34"]);
    expect((await ask(emulator, `GET ${place}?page=5`)).body).toEqual({ total_count: 35, variables: [] });
    expect((await ask(emulator, `GET ${place}`)).link).toMatch(/page=2>; rel="next".*page=4>; rel="last"/);
  });

  test("of ten who create it at once, one does: it can serve as a lock", async ({ emulator }) => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => post(emulator, place, "LOCK", String(n))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  });
});

describe("an organization's", () => {
  test("says who may read it, and keeps that through a change that doesn't", async ({ emulator }) => {
    const [widgets, org] = [await idOf(emulator, "acme/widgets"), { org: "acme" }];
    const { call } = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] ?? "" });
    const variable = { ...org, name: "TEAM" };
    const change = (told: object) => call(operations.updateOrganizationVariable, { ...variable, ...told });
    const repositories = async () =>
      (await call(operations.listOrganizationVariableRepositories, variable)).repositories.map(({ name }) => name);

    const chosen = { visibility: "selected" as const, selected_repository_ids: [widgets] };
    await call(operations.createOrganizationVariable, { ...variable, value: "red", ...chosen });
    expect(await call(operations.getOrganizationVariable, variable)).toMatchObject({
      visibility: "selected",
      selected_repositories_url: `${emulator.apiUrl}${ORGANIZATION}/TEAM/repositories`,
    });
    await change({ value: "blue" });
    await change({ visibility: "selected" });
    expect(await repositories()).toEqual(["widgets"]);
    await change({ selected_repository_ids: [] });
    expect(await repositories()).toEqual([]);
    await change({ selected_repository_ids: [widgets] });
    await change({ visibility: "all" });
    expect(await call(operations.getOrganizationVariable, variable)).toMatchObject({
      value: "blue",
      visibility: "all",
    });
    await expect(change({ selected_repository_ids: [widgets] })).rejects.toMatchObject({
      fields: [{ field: "selected_repository_ids" }],
    });
    await change({ visibility: "selected" });
    expect(await repositories()).toEqual([]);
  });

  test("is no repository's, and the other way round", async ({ emulator }) => {
    await post(emulator, ORGANIZATION, "SHARED", "1");
    await post(emulator, REPOSITORY, "OWN", "2");
    expect(namesIn(await ask(emulator, `GET ${ORGANIZATION}`))).toEqual(["SHARED"]);
    expect(namesIn(await ask(emulator, `GET ${REPOSITORY}`))).toEqual(["OWN"]);
    expect((await ask(emulator, `GET ${REPOSITORY}/SHARED`)).status).toBe(404);
    expect((await post(emulator, REPOSITORY, "SHARED", "3")).status).toBe(201);
  });

  test("needs a visibility that there is", async ({ emulator }) => {
    expect(await ask(emulator, `POST ${ORGANIZATION}`, { name: "A", value: "" })).toMatchObject(
      complaint("visibility", "missing_field"),
    );
    expect(await ask(emulator, `POST ${ORGANIZATION}`, { name: "A", value: "", visibility: "some" })).toMatchObject(
      complaint("visibility"),
    );
  });
});

describe("who may", () => {
  test("owners an organization's, whoever may push a repository's; a job reads its own", async ({ emulator }) => {
    await post(emulator, REPOSITORY, "A", "1");
    expect((await post(emulator, ORGANIZATION, "A", "1", "bob")).status).toBe(403);
    expect((await ask(emulator, `GET ${ORGANIZATION}`, undefined, "bob")).status).toBe(403);
    expect((await post(emulator, REPOSITORY, "B", "1", "bob")).status).toBe(201);
    expect((await post(emulator, REPOSITORY, "C", "1", "mallory")).status).toBe(403);
    expect((await ask(emulator, "GET /repos/acme/gears/actions/variables", undefined, "mallory")).status).toBe(404);
    expect((await ask(emulator, `GET ${REPOSITORY}/A`, undefined, "workflow")).status).toBe(200);
    expect((await post(emulator, ORGANIZATION, "A", "1", "workflow")).status).toBe(403);
    expect((await post(emulator, ORGANIZATION, "A", "1", "installation")).status).toBe(201);
    expect((await ask(emulator, `GET ${REPOSITORY}`, undefined, "reader")).status).toBe(403);
  });
});

describe("how many", () => {
  const many = <T>(count: number, value: T) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`V${n}`, value]));
  const it = emulatorTest({
    seed: {
      ...SEED,
      organizations: {
        ...SEED.organizations,
        acme: { members: { alice: "owner" }, variables: many(1000, { value: "" }) },
      },
      repositories: { "acme/widgets": { variables: many(500, "") } },
      apps: {},
      tokens: { alice: SEED.tokens.alice },
    },
  });

  it("1,000 of an organization, 500 of a repository", async ({ emulator }) => {
    for (const place of [ORGANIZATION, REPOSITORY]) {
      expect(await post(emulator, place, "NEW", "")).toMatchObject(complaint("name", "unprocessable"));
      expect((await post(emulator, place, "V0", "")).status).toBe(409);
      expect((await ask(emulator, `PATCH ${place}/V0`, { name: "NEW" })).status).toBe(204);
      await ask(emulator, `DELETE ${place}/NEW`);
      expect((await post(emulator, place, "NEW", "")).status).toBe(201);
    }
  });
});

describe("in the neutral dialect", () => {
  const it = emulatorTest({ seed: SEED, dialect: "svc" });

  it("another prefix is the service's own", async ({ emulator }) => {
    for (const place of [ORGANIZATION, REPOSITORY]) {
      expect((await post(emulator, place, "GITHUB_X", "")).status).toBe(201);
      expect(await post(emulator, place, "svc_x", "")).toMatchObject(complaint("name"));
    }
  });
});
