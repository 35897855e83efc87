import { type Credentials, createClient } from "@forgehand/core";
import type { DialectName } from "@forgehand/core/dialects";
import {
  createInstallationToken,
  getApp,
  getAuthenticatedApp,
  getInstallation,
  getOrganizationInstallation,
  getRepository,
  getRepositoryInstallation,
  listInstallationRepositories,
  listInstallations,
  listOrganizationUpdaterSecrets,
  listRepositoryVariables,
  revokeInstallationToken,
} from "@forgehand/core/operations";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmulator } from "../../emulator.ts";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { signAppJwt } from "../shared/hooks.fixture.ts";

const GRANTED = { contents: "write", metadata: "read", updater_secrets: "write", actions_variables: "read" } as const;
const CREATED = "2026-01-31T12:00:00Z";

const SEED = {
  users: { alice: { created: CREATED }, bob: {} },
  organizations: { acme: { members: { alice: "owner" } }, other: {}, third: {} },
  repositories: {
    "acme/widgets": {},
    "acme/gears": { private: true },
    "acme/axles": {},
    "alice/own": { private: true },
    "alice/more": { private: true },
    "other/things": {},
  },
  apps: {
    robot: {
      owner: "acme",
      client_id: "Iv1.robot",
      created: CREATED,
      permissions: GRANTED,
      events: ["star"],
      installations: {
        acme: {},
        alice: { repositories: ["alice/own"], permissions: { metadata: "read", contents: "read" } },
        other: { suspended_by: "alice" },
      },
    },
    spare: { owner: "other", installations: { third: {} } },
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
    workflow: { kind: "workflow", repository: "acme/gears", permissions: "all" },
  },
};

/** The emulator's clock stands still unless it is moved. The client signs with the machine's clock. */
const NOW = new Date();

/** Starts an emulator and creates the app's signing key. That is slow, so most tests share one service. */
async function startService(dialect: DialectName = "github") {
  const emulator = await startEmulator({ seed: SEED, dialect, now: () => NOW });
  const privateKey = await emulator.control.createAppKey("robot");
  const client = (credentials: Credentials) =>
    createClient({ baseUrl: emulator.apiUrl, pace: "off", dialect, credentials });
  const app = client({ app: 1, privateKey });
  const jwt = () => signAppJwt(privateKey, "1", emulator.control.clock.now());
  return { emulator, privateKey, client, app, jwt, [Symbol.asyncDispose]: () => emulator.stop() };
}

let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.emulator.stop());

const errorResponse = (status: number, message?: string) => ({
  status,
  ...(message === undefined ? {} : { message: expect.stringContaining(message) }),
});

describe("apps", () => {
  test("get themselves, and others without a token", async () => {
    const { app, emulator } = service;
    const itself = await app.call(getAuthenticatedApp, {});
    expect(itself).toMatchObject({
      id: 1,
      slug: "robot",
      client_id: "Iv1.robot",
      owner: { login: "acme" },
      html_url: `${emulator.webUrl}/apps/robot`,
      permissions: GRANTED,
      events: ["star"],
      installations_count: 3,
      created_at: CREATED,
    });
    const { installations_count: _, ...shownToOthers } = itself;
    expect(await clientFor(emulator).call(getApp, { app_slug: "Robot" })).toEqual(shownToOthers);
    expect((await requestJson(emulator, "GET /app")).status).toBe(401);
    expect((await requestJson(emulator, "GET /apps/unknown")).status).toBe(404);
  });

  test("are listed with their ids by the emulator", () => {
    const robot = {
      slug: "robot",
      id: 1,
      clientId: "Iv1.robot",
      bot: "robot[bot]",
      installations: { acme: 1, alice: 2, other: 3 },
    };
    expect(service.emulator.control.apps()).toEqual([robot, expect.objectContaining({ slug: "spare", id: 2 })]);
    expect(service.emulator.apps["robot"]).toEqual(robot);
  });
});

describe("installations", () => {
  test("are read one by one, also suspended ones, but not those of other apps", async () => {
    const { call } = service.app;
    const [first] = await call(listInstallations, {});
    expect(await call(getInstallation, { installation_id: 1 })).toEqual(first);
    expect(await call(getInstallation, { installation_id: 3 })).toMatchObject({ suspended_by: { login: "alice" } });
    for (const installation_id of [4, 99])
      await expect(call(getInstallation, { installation_id })).rejects.toMatchObject(errorResponse(404));
  });

  test("are listed with their permissions", async () => {
    const { call } = service.app;
    const listed = await call(listInstallations, {});
    expect(listed).toMatchObject([
      {
        id: 1,
        app_id: 1,
        app_slug: "robot",
        target_type: "Organization",
        account: { login: "acme" },
        repository_selection: "all",
        permissions: { contents: "write" },
        events: ["star"],
        suspended_at: null,
        access_tokens_url: `${service.emulator.apiUrl}/app/installations/1/access_tokens`,
        created_at: CREATED,
      },
      {
        id: 2,
        target_type: "User",
        account: { login: "alice" },
        repository_selection: "selected",
        permissions: { metadata: "read", contents: "read" },
      },
      { id: 3, account: { login: "other" }, suspended_by: { login: "alice" }, suspended_at: CREATED },
    ]);
    // On the wire, vendor-specific permissions have the vendor's names.
    expect(listed[0]?.permissions).toMatchObject({ updater_secrets: "write" });
    const { text } = await requestJson(service.emulator, "GET /app/installations", undefined, await service.jwt());
    expect(text).toContain('"dependabot_secrets":"write"');
  });

  test("are listed in pages", async () => {
    const { items } = service.app;
    const ids = (await Array.fromAsync(items(listInstallations, { per_page: 1 }))).map(({ id }) => id);
    expect(ids).toEqual([1, 2, 3]);
  });

  test("can be filtered by time and by outdated permissions", async () => {
    const { call } = service.app;
    const ids = async (input: object) => (await call(listInstallations, input)).map(({ id }) => id);
    expect(await ids({ since: "2026-01-31T11:59:59Z" })).toEqual([1, 2, 3]);
    expect(await ids({ since: "2026-01-31T13:59:59+02:00" })).toEqual([1, 2, 3]);
    expect(await ids({ since: CREATED })).toEqual([]);
    expect(await ids({ since: "2026-01-31T12:00:00.900Z" })).toEqual([]);
    expect(await ids({ outdated: "true" })).toEqual([2]);
    expect(await ids({ outdated: "false" })).toEqual([1, 2, 3]);
    expect(await ids({ outdated: "true", since: CREATED })).toEqual([]);
    const token = await service.jwt();
    expect(
      (await requestJson(service.emulator, "GET /app/installations?since=yesterday", undefined, token)).status,
    ).toBe(422);
  });

  test("are found for a repository and an organization", async () => {
    const { call } = service.app;
    const findInstallation = (owner: string, repo: string) => call(getRepositoryInstallation, { owner, repo });
    expect(await findInstallation("acme", "gears")).toEqual(await call(getOrganizationInstallation, { org: "ACME" }));
    expect(await findInstallation("alice", "own")).toMatchObject({ id: 2 });
    expect(await findInstallation("other", "things")).toMatchObject({ id: 3, suspended_at: CREATED });
    // The app can't access the repository, is not installed in the organization, or the repository does not exist.
    await expect(findInstallation("alice", "more")).rejects.toMatchObject({ status: 404 });
    await expect(call(getOrganizationInstallation, { org: "third" })).rejects.toMatchObject({ status: 404 });
    await expect(findInstallation("acme", "nothing")).rejects.toMatchObject({ status: 404 });
  });

  test("are only accessible to their app", async () => {
    const routes = ["GET /app/installations", "GET /orgs/acme/installation", "GET /repos/acme/widgets/installation"];
    for (const route of routes) {
      expect((await requestJson(service.emulator, route)).status).toBe(401);
      expect((await requestJson(service.emulator, route, undefined, "ghp_nobodys")).status).toBe(401);
    }
    expect((await requestJson(service.emulator, "POST /app/installations/1/access_tokens")).status).toBe(401);
  });
});

describe("an installation token", () => {
  test("lasts an hour, by the emulator's clock", async () => {
    await using ownService = await startService();
    const { call } = ownService.app;
    const { token, expires_at, ...rest } = await call(createInstallationToken, { installation_id: 1 });
    expect(token).toMatch(/^ghs_[0-9a-f]{36}$/);
    expect(Date.parse(expires_at)).toBe(Math.floor(NOW.getTime() / 1000) * 1000 + 3_600_000);
    expect(rest).toEqual({ permissions: GRANTED, repository_selection: "all" });
    const readRepository = () => requestJson(ownService.emulator, "GET /repos/acme/gears", undefined, token);
    expect((await readRepository()).status).toBe(200);
    ownService.emulator.control.clock.advance(3598);
    expect((await readRepository()).status).toBe(200);
    ownService.emulator.control.clock.advance(2);
    expect((await readRepository()).status).toBe(401);
  });

  test("is different for each request", async () => {
    const { call } = service.app;
    const created = await Promise.all(
      [1, 1, 1].map((installation_id) => call(createInstallationToken, { installation_id })),
    );
    expect(new Set(created.map(({ token }) => token)).size).toBe(3);
  });

  test("has the repositories and permissions of its installation", async () => {
    const { call } = service.app;
    const { token } = await call(createInstallationToken, { installation_id: 1 });
    const tokenClient = service.client(token);
    const listed = await tokenClient.call(listInstallationRepositories, {});
    expect(listed).toMatchObject({ total_count: 3, repository_selection: "all" });
    expect(listed.repositories.map(({ full_name }) => full_name)).toEqual(["acme/axles", "acme/gears", "acme/widgets"]);
    const names: unknown[] = [];
    for await (const { name } of tokenClient.items(listInstallationRepositories, { per_page: 2 })) names.push(name);
    expect(names).toEqual(["axles", "gears", "widgets"]);
    expect(await tokenClient.call(listRepositoryVariables, { owner: "acme", repo: "gears" })).toMatchObject({
      total_count: 0,
    });
    await expect(tokenClient.call(getRepository, { owner: "alice", repo: "own" })).rejects.toMatchObject({
      status: 404,
    });
    const write = await requestJson(
      service.emulator,
      "POST /repos/acme/gears/actions/variables",
      { name: "A", value: "1" },
      token,
    );
    expect(write.status).toBe(403);
  });

  test("can be limited to repositories, by name or id", async () => {
    const { call } = service.app;
    const gears = await service.client(service.emulator.tokens["alice"] ?? "").call(getRepository, {
      owner: "acme",
      repo: "gears",
    });
    const inputs = [
      { repositories: ["Gears"] },
      { repository_ids: [gears.id] },
      { repositories: ["gears", "gears"], repository_ids: [gears.id] },
    ];
    for (const input of inputs) {
      const created = await call(createInstallationToken, { installation_id: 1, ...input });
      expect(created).toMatchObject({ repository_selection: "selected", repositories: [{ full_name: "acme/gears" }] });
      expect(created.repositories).toHaveLength(1);
      const tokenClient = service.client(created.token);
      expect(await tokenClient.call(listInstallationRepositories, {})).toMatchObject({
        total_count: 1,
        repository_selection: "selected",
        repositories: [{ name: "gears" }],
      });
      expect(await tokenClient.call(listRepositoryVariables, { owner: "acme", repo: "gears" })).toBeDefined();
      await expect(tokenClient.call(listRepositoryVariables, { owner: "acme", repo: "axles" })).rejects.toThrow();
    }
    const unrestricted = await call(createInstallationToken, {
      installation_id: 1,
      repositories: [],
      repository_ids: [],
    });
    expect(unrestricted).toMatchObject({ repository_selection: "all" });
  });

  test("of a selected installation can access the selection", async () => {
    const { call } = service.app;
    const { token, repository_selection } = await call(createInstallationToken, { installation_id: 2 });
    expect(repository_selection).toBe("selected");
    const tokenClient = service.client(token);
    expect(await tokenClient.call(listInstallationRepositories, {})).toMatchObject({
      total_count: 1,
      repository_selection: "selected",
      repositories: [{ full_name: "alice/own" }],
    });
    const creation = call(createInstallationToken, { installation_id: 2, repositories: ["more"] });
    await expect(creation).rejects.toMatchObject(errorResponse(422, "not accessible to the parent installation"));
  });

  test("can be limited to permissions", async () => {
    const { call } = service.app;
    const permissions = { contents: "read", updater_secrets: "read" };
    const created = await call(createInstallationToken, { installation_id: 1, permissions });
    expect(created.permissions).toEqual({ metadata: "read", contents: "read", updater_secrets: "read" });
    const tokenClient = service.client(created.token);
    expect(await tokenClient.call(listOrganizationUpdaterSecrets, { org: "acme" })).toBeDefined();
    const variables = await requestJson(
      service.emulator,
      "GET /repos/acme/gears/actions/variables",
      undefined,
      created.token,
    );
    expect(variables.status).toBe(403);
  });

  test("cannot exceed the installation's permissions", async () => {
    const token = await service.jwt();
    const createToken = (body: object, id = 1) =>
      requestJson(service.emulator, `POST /app/installations/${id}/access_tokens`, body, token);
    const notGranted = "The permissions requested are not granted to this installation.";
    for (const permissions of [
      { issues: "read" },
      { metadata: "write" },
      { contents: "admin" },
      { nonsense: "read" },
      { constructor: "read" },
    ]) {
      expect(await createToken({ permissions })).toMatchObject({
        status: 422,
        body: { message: notGranted, errors: [{ field: `permissions.${Object.keys(permissions)[0]}` }] },
      });
    }
    const notAccessible =
      "There is at least one repository that does not exist or is not accessible to the parent installation.";
    for (const body of [
      { repositories: ["widgets", "nothing"] },
      { repository_ids: [6] },
      { repositories: ["acme/gears"] },
    ]) {
      expect(await createToken(body)).toMatchObject({
        status: 422,
        body: { message: notAccessible, errors: [{ field: Object.keys(body)[0] }] },
      });
    }
    expect((await createToken({ repositories: Array.from({ length: 501 }, (_, n) => `r${n}`) })).body).toMatchObject({
      errors: [{ field: "repositories", message: expect.stringContaining("500") }],
    });
    expect(await createToken({ repositories: "gears" })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "repositories" }] },
    });
    expect((await createToken({ permissions: { dependabot_secrets: "write" } })).status).toBe(201);
  });

  test("is not created for a suspended, unknown or another app's installation", async () => {
    const { call } = service.app;
    const createToken = (installation_id: number) => call(createInstallationToken, { installation_id });
    await expect(createToken(3)).rejects.toMatchObject(errorResponse(403, "suspended"));
    await expect(createToken(4)).rejects.toMatchObject({ status: 404 });
    await expect(createToken(99)).rejects.toMatchObject({ status: 404 });
  });

  test("can revoke itself", async () => {
    const { call } = service.app;
    const { token } = await call(createInstallationToken, { installation_id: 1 });
    const other = await call(createInstallationToken, { installation_id: 1 });
    const tokenClient = service.client(token);
    expect(await tokenClient.call(revokeInstallationToken, {})).toBeUndefined();
    await expect(tokenClient.call(listInstallationRepositories, {})).rejects.toMatchObject({ status: 401 });
    expect((await requestJson(service.emulator, "DELETE /installation/token", undefined, token)).status).toBe(401);
    expect(await service.client(other.token).call(listInstallationRepositories, {})).toMatchObject({
      total_count: 3,
    });
    expect((await requestJson(service.emulator, "DELETE /installation/token")).status).toBe(403);
  });

  test("is created by the client automatically", async () => {
    const { client, privateKey } = service;
    const { call } = client({ app: "Iv1.robot", privateKey, installation: 2 });
    expect(await call(listInstallationRepositories, {})).toMatchObject({ repositories: [{ full_name: "alice/own" }] });
  });
});

test("a workflow token can access its repository and revoke itself", async () => {
  const tokenClient = service.client({ token: service.emulator.tokens["workflow"] ?? "", kind: "workflow" });
  expect(await tokenClient.call(listInstallationRepositories, {})).toMatchObject({
    total_count: 1,
    repository_selection: "selected",
    repositories: [{ full_name: "acme/gears" }],
  });
  expect(await tokenClient.call(listInstallationRepositories, { page: 2 })).toMatchObject({
    total_count: 1,
    repositories: [],
  });
  await tokenClient.call(revokeInstallationToken, {});
  await expect(tokenClient.call(listInstallationRepositories, {})).rejects.toMatchObject({ status: 401 });
});

test("tokens and permissions have neutral names in the neutral dialect", async () => {
  await using svc = await startService("svc");
  const permissions = { updater_secrets: "write" };
  const created = await svc.app.call(createInstallationToken, { installation_id: 1, permissions });
  expect(created.token).toMatch(/^svcs_/);
  const { text } = await requestJson(svc.emulator, "GET /app/installations", undefined, await svc.jwt());
  expect(text).toContain('"updater_secrets":"write"');
  expect(await svc.client(created.token).call(listOrganizationUpdaterSecrets, { org: "acme" })).toBeDefined();
});
