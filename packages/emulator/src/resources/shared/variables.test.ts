import { createClient } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { notSupplied, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { listedNames, repositoryIdOf, SEED } from "./organization-seed.fixture.ts";

const test = emulatorTest({ seed: SEED });

const ORGANIZATION = "/orgs/acme/actions/variables";
const REPOSITORY = "/repos/acme/widgets/actions/variables";
const AGENTS = ["/orgs/acme/agents/variables", "/repos/acme/widgets/agents/variables"] as const;
const ENVIRONMENT = "/repos/acme/widgets/environments/prod%2Feu%20west/variables";
const PATHS = [ORGANIZATION, REPOSITORY, ...AGENTS, ENVIRONMENT];

/** Further required fields of a variable at this path. */
const visibilityFields = (path: string) => (path.startsWith("/orgs") ? { visibility: "private" } : {});

const post = (emulator: Emulator, path: string, name: string, value: string, token = "alice") =>
  requestJson(emulator, `POST ${path}`, { name, value, ...visibilityFields(path) }, token);

const fieldError = (field: string, code = "invalid") => ({ status: 422, body: { errors: [{ field, code }] } });

describe.for(PATHS)("%s", (path) => {
  test("creates, shows, updates, renames and deletes a variable", async ({ emulator }) => {
    expect((await requestJson(emulator, `GET ${path}`)).body).toEqual({ total_count: 0, variables: [] });
    expect((await requestJson(emulator, `GET ${path}/LAST_RUN`)).status).toBe(404);
    expect(await post(emulator, path, "Last_Run", "1")).toMatchObject({ status: 201, body: {} });
    const created = (await requestJson(emulator, `GET ${path}/last_RUN`)).body;
    const expected = { name: "LAST_RUN", value: "1", created_at: expect.any(String), updated_at: expect.any(String) };
    expect(created).toEqual({ ...expected, ...visibilityFields(path) });

    emulator.control.clock.advance(90);
    expect(await requestJson(emulator, `PATCH ${path}/last_run`, { value: "2" })).toMatchObject({
      status: 204,
      body: undefined,
    });
    const changed = (await requestJson(emulator, `GET ${path}/LAST_RUN`)).body;
    expect(changed).toMatchObject({ value: "2", created_at: Object(created).created_at, ...visibilityFields(path) });
    expect(Object(changed).updated_at).not.toBe(Object(created).updated_at);

    expect((await requestJson(emulator, `PATCH ${path}/LAST_RUN`, { name: "First_Run" })).status).toBe(204);
    expect((await requestJson(emulator, `GET ${path}/LAST_RUN`)).status).toBe(404);
    expect((await requestJson(emulator, `GET ${path}`)).body).toMatchObject({
      total_count: 1,
      variables: [{ name: "FIRST_RUN", value: "2", created_at: Object(created).created_at }],
    });
    expect((await requestJson(emulator, `DELETE ${path}/first_run`)).status).toBe(204);
    expect((await requestJson(emulator, `DELETE ${path}/FIRST_RUN`)).status).toBe(404);
    expect((await requestJson(emulator, `PATCH ${path}/FIRST_RUN`, { value: "3" })).status).toBe(404);
  });

  test("treats names as case-insensitive", async ({ emulator }) => {
    await post(emulator, path, "ONE", "1");
    await post(emulator, path, "TWO", "2");
    expect(await post(emulator, path, "one", "3")).toMatchObject({
      status: 409,
      body: { message: "Already exists - Variable already exists" },
    });
    expect((await requestJson(emulator, `PATCH ${path}/ONE`, { name: "two" })).status).toBe(409);
    expect((await requestJson(emulator, `PATCH ${path}/ONE`, { name: "one", value: "4" })).status).toBe(204);
    expect(await requestJson(emulator, `GET ${path}/ONE`)).toMatchObject({ body: { value: "4" } });
    expect(await requestJson(emulator, `GET ${path}/TWO`)).toMatchObject({ body: { value: "2" } });
  });

  test("rejects invalid names and values", async ({ emulator }) => {
    for (const name of ["1A", "A-B", "", "Ä", "github_x"]) {
      expect(await post(emulator, path, name, "")).toMatchObject(fieldError("name"));
    }
    await post(emulator, path, "A", "é".repeat(24 * 1024));
    const large = `${"é".repeat(24 * 1024)}.`;
    expect(await post(emulator, path, "B", large)).toMatchObject(fieldError("value"));
    expect(await requestJson(emulator, `PATCH ${path}/A`, { value: large })).toMatchObject(fieldError("value"));
    expect(await requestJson(emulator, `PATCH ${path}/A`, { name: "GITHUB_A" })).toMatchObject({ status: 422 });
    expect(await requestJson(emulator, `POST ${path}`, { name: "C", ...visibilityFields(path) })).toMatchObject(
      notSupplied("value"),
    );
    expect(listedNames(await requestJson(emulator, `GET ${path}`))).toEqual(["A"]);
  });

  test("returns pages of 10 by default, and of at most 30", async ({ emulator }) => {
    for (let n = 0; n < 35; n++) await post(emulator, path, `V${String(n).padStart(2, "0")}`, String(n));
    const page = async (query: string) => listedNames(await requestJson(emulator, `GET ${path}?${query}`));
    expect(await page("")).toHaveLength(10);
    expect(await page("per_page=100")).toHaveLength(30);
    expect(await page("page=4")).toEqual(["V30", "V31", "V32", "V33", "V34"]);
    expect((await requestJson(emulator, `GET ${path}?page=5`)).body).toEqual({ total_count: 35, variables: [] });
    expect((await requestJson(emulator, `GET ${path}`)).link).toMatch(/page=2>; rel="next".*page=4>; rel="last"/);
  });

  test("creates a variable once for ten concurrent requests, so it can serve as a lock", async ({ emulator }) => {
    const responses = await Promise.all(Array.from({ length: 10 }, (_, n) => post(emulator, path, "LOCK", String(n))));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9);
  });
});

describe("an organization's variable", () => {
  test("has a visibility and keeps it if an update omits it", async ({ emulator }) => {
    const [widgets, org] = [await repositoryIdOf(emulator, "acme/widgets"), { org: "acme" }];
    const { call } = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] ?? "" });
    const variable = { ...org, name: "TEAM" };
    const change = (changes: object) => call(operations.updateOrganizationVariable, { ...variable, ...changes });
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

  test("is separate from the variables of a repository", async ({ emulator }) => {
    await post(emulator, ORGANIZATION, "SHARED", "1");
    await post(emulator, REPOSITORY, "OWN", "2");
    expect(listedNames(await requestJson(emulator, `GET ${ORGANIZATION}`))).toEqual(["SHARED"]);
    expect(listedNames(await requestJson(emulator, `GET ${REPOSITORY}`))).toEqual(["OWN"]);
    expect((await requestJson(emulator, `GET ${REPOSITORY}/SHARED`)).status).toBe(404);
    expect((await post(emulator, REPOSITORY, "SHARED", "3")).status).toBe(201);
  });

  test("of the kind agents is listed for each repository that can read it", async ({ emulator }) => {
    const gears = Number(Object((await requestJson(emulator, "GET /repos/acme/gears")).body).id);
    const write = (name: string, fields: object) =>
      requestJson(emulator, `POST ${AGENTS[0]}`, { name, value: "x", ...fields });
    await write("FOR_ALL", { visibility: "all" });
    await write("FOR_PRIVATE", { visibility: "private" });
    await write("FOR_GEARS", { visibility: "selected", selected_repository_ids: [gears] });
    await post(emulator, ORGANIZATION, "OF_ACTIONS", "x");
    await post(emulator, AGENTS[1], "OWN", "x");
    const namesFor = async (repository: string) =>
      listedNames(await requestJson(emulator, `GET /repos/${repository}/agents/organization-variables`));
    expect(await namesFor("acme/widgets")).toEqual(["FOR_ALL"]);
    expect(await namesFor("acme/gears")).toEqual(["FOR_ALL", "FOR_GEARS", "FOR_PRIVATE"]);
  });

  test("rejects an unknown visibility", async ({ emulator }) => {
    expect(await requestJson(emulator, `POST ${ORGANIZATION}`, { name: "A", value: "" })).toMatchObject(
      notSupplied("visibility"),
    );
    expect(
      await requestJson(emulator, `POST ${ORGANIZATION}`, { name: "A", value: "", visibility: "some" }),
    ).toMatchObject(fieldError("visibility"));
  });
});

describe("variables of each kind and level", () => {
  test("are separate", async ({ emulator }) => {
    for (const path of PATHS) expect((await post(emulator, path, "NAME", path)).status).toBe(201);
    for (const path of PATHS) {
      expect((await requestJson(emulator, `GET ${path}/NAME`)).body).toMatchObject({ name: "NAME", value: path });
    }
    await requestJson(emulator, `DELETE ${AGENTS[0]}/NAME`);
    expect((await requestJson(emulator, `GET ${ORGANIZATION}/NAME`)).status).toBe(200);
  });

  test("do not exist for an unknown environment", async ({ emulator }) => {
    const path = "/repos/acme/widgets/environments/staging/variables";
    for (const route of [`GET ${path}`, `GET ${path}/A`, `PATCH ${path}/A`, `DELETE ${path}/A`]) {
      expect((await requestJson(emulator, route)).status).toBe(404);
    }
    expect((await post(emulator, path, "A", "1")).status).toBe(404);
    expect((await post(emulator, ENVIRONMENT.replace("prod", "PROD"), "A", "1")).status).toBe(201);
  });
});

describe("in the self-hosted edition", () => {
  const test = emulatorTest({ seed: SEED, edition: "self-hosted", strict: false });

  test("has no agents", async ({ emulator }) => {
    for (const path of PATHS) {
      expect((await requestJson(emulator, `GET ${path}`)).status).toBe(path.includes("agents") ? 404 : 200);
    }
  });
});

describe("access", () => {
  test("requires an organization owner or push access to the repository, and refuses a job's built-in token", async ({
    emulator,
  }) => {
    await post(emulator, REPOSITORY, "A", "1");
    expect((await post(emulator, ORGANIZATION, "A", "1", "bob")).status).toBe(403);
    expect((await requestJson(emulator, `GET ${ORGANIZATION}`, undefined, "bob")).status).toBe(403);
    expect((await post(emulator, REPOSITORY, "B", "1", "bob")).status).toBe(201);
    expect((await post(emulator, REPOSITORY, "C", "1", "mallory")).status).toBe(403);
    expect((await requestJson(emulator, "GET /repos/acme/gears/actions/variables", undefined, "mallory")).status).toBe(
      404,
    );
    expect((await requestJson(emulator, `GET ${REPOSITORY}/A`, undefined, "workflow")).status).toBe(403);
    expect((await post(emulator, ORGANIZATION, "A", "1", "workflow")).status).toBe(403);
    expect((await post(emulator, ORGANIZATION, "A", "1", "installation")).status).toBe(201);
    expect((await requestJson(emulator, `GET ${REPOSITORY}`, undefined, "reader")).status).toBe(403);
  });
});

describe("limits", () => {
  const seededVariables = <T>(count: number, value: T) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`V${n}`, value]));
  const test = emulatorTest({
    seed: {
      ...SEED,
      organizations: {
        ...SEED.organizations,
        acme: { members: { alice: "owner" }, variables: seededVariables(1000, { value: "" }) },
      },
      repositories: { "acme/widgets": { variables: seededVariables(500, "") } },
      apps: {},
      tokens: { alice: SEED.tokens.alice },
    },
  });

  test("allow 1,000 variables per organization and 500 per repository", async ({ emulator }) => {
    for (const path of [ORGANIZATION, REPOSITORY]) {
      expect(await post(emulator, path, "NEW", "")).toMatchObject(fieldError("name", "unprocessable"));
      expect((await post(emulator, path, "V0", "")).status).toBe(409);
      expect((await requestJson(emulator, `PATCH ${path}/V0`, { name: "NEW" })).status).toBe(204);
      await requestJson(emulator, `DELETE ${path}/NEW`);
      expect((await post(emulator, path, "NEW", "")).status).toBe(201);
    }
  });
});

describe("in the neutral dialect", () => {
  const test = emulatorTest({ seed: SEED, dialect: "svc" });

  test("reserves another prefix", async ({ emulator }) => {
    for (const path of [ORGANIZATION, REPOSITORY]) {
      expect((await post(emulator, path, "GITHUB_X", "")).status).toBe(201);
      expect(await post(emulator, path, "svc_x", "")).toMatchObject(fieldError("name"));
    }
  });
});
