import type { AnyOperation, Edition } from "@forgehand/core/contract";
import { github, wirePath } from "@forgehand/core/dialects";
import * as catalog from "@forgehand/core/operations";
import { Octokit } from "octokit";
import { describe, expect, test as plainTest } from "vitest";
import description from "../../../../test/contract/data/description.json" with { type: "json" };
import { startEmulator } from "../emulator.ts";
import { sendRequest } from "../requests.fixture.ts";
import { emulatorTest } from "../vitest.ts";
import routes from "./described-routes.json" with { type: "json" };
import { createDescribedRoutes } from "./described-routes.ts";

const test = emulatorTest({ strict: false });

const describedRoutes = Object.values(routes.methodsByPathByEditions)
  .flatMap((methodsByPath) => Object.entries<string>(methodsByPath))
  .flatMap(([path, methods]) => methods.split(" ").map((method) => `${method} ${path.replaceAll("{+", "{")}`));

/** Paths that Octokit still has, but GitHub doesn't. */
const REMOVED_PATHS = [
  /^\/(orgs|users)\/\{\w+\}\/settings\/billing\//,
  /^\/orgs\/\{org\}(\/team\/\{team_slug\})?\/copilot\/metrics$/,
  /^\/organizations\/\{org\}\/dependabot\//,
  /^\/orgs\/\{org\}\/teams\/\{team_slug\}\/discussions/,
];

const normalizeRoute = (route: string) => route.replaceAll(/\{[^}]*\}/g, "{}");

describe("a call that no operation matches", () => {
  test("is 501 with the route's name if GitHub has it", async ({ emulator }) => {
    const route = "GET /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/users";
    const path = "/repos/acme/widgets/branches/feature/long/protection/restrictions/users";
    const { status, headers, body } = await sendRequest(emulator, `GET ${path}`, "alice");
    expect(status).toBe(501);
    expect([headers.get("x-emulator"), headers.get("x-emulator-route")]).toEqual(["not-emulated", route]);
    expect(body).toEqual({
      message: expect.stringMatching(`The emulator does not have ${route}, a route of the API. Replace this call`),
      documentation_url: expect.stringMatching("^http"),
      status: "501",
    });
    expect(emulator.control.calls()).toMatchObject([
      { operation: null, status: 501, isNotEmulated: true, user: "alice" },
    ]);
  });

  test.for([
    "GET /users/bob/nothing",
    "DELETE /user",
    "PUT /repos/acme/widgets",
    "GET /repos//widgets/branches",
    "GET /orgs/acme/updater/secrets",
  ])("is 404 with the path if GitHub doesn't have it: %s", async (route, { emulator }) => {
    const { status, headers, body } = await sendRequest(emulator, route);
    expect(status).toBe(404);
    expect([headers.get("x-emulator"), headers.get("x-emulator-route")]).toEqual(["not-emulated", route]);
    expect(body).toMatchObject({
      message: expect.stringMatching(`The API has no route ${route}. .* ${emulator.apiUrl}`),
    });
    expect(emulator.control.calls()).toMatchObject([{ status: 404, isNotEmulated: true }]);
  });

  test.for([
    "GET /repos/acme/nothing",
    "GET /repos/acme/widgets/pulls/first",
    "GET /user/starred/acme/widgets",
    "GET /repositories/999",
    "GET /organizations/999/repos",
    "GET /organizations/999/team/1/members",
    "POST /orgs/acme/no_such_product/enable_all",
  ])("is an ordinary 404 if only its resource is missing: %s", async (route, { emulator }) => {
    const { status, headers, body } = await sendRequest(emulator, route, "alice");
    expect([status, headers.get("x-emulator")]).toEqual([404, null]);
    expect(body).toMatchObject({ message: "Not Found" });
    expect(emulator.control.calls()).toMatchObject([{ isNotEmulated: false }]);
  });

  test("doesn't show the name of a repository given by its ID", async ({ emulator }) => {
    const { body } = await sendRequest(emulator, "GET /repos/acme/gears", "alice");
    const { id } = Object(body);
    const { text } = await sendRequest(emulator, `GET /repositories/${id}/nothing`);
    expect(text).toContain(`/repositories/${id}/nothing`);
    expect(text).not.toContain("gears");
  });

  test("is recognized by a team's links, which have IDs", async ({ emulator }) => {
    const { body } = await sendRequest(emulator, "GET /orgs/acme/teams", "alice");
    const [team] = Array.isArray(body) ? body : [];
    const { status, headers } = await sendRequest(emulator, `GET ${Object(team).repositories_url}`, "alice");
    expect([status, headers.get("x-emulator-route")]).toEqual([501, "GET /orgs/{org}/teams/{team_slug}/repos"]);
    // Each team belongs to one organization.
    expect((await sendRequest(emulator, `GET /organizations/999/team/${Object(team).id}`, "alice")).status).toBe(404);
  });

  test("is redacted in the response like in the log", async ({ emulator }) => {
    const { text } = await sendRequest(emulator, "GET /nothing/ghp_token");
    expect(text).toContain("GET /nothing/***");
  });

  test("is named with the method that was called", async ({ emulator }) => {
    const { status, headers } = await sendRequest(emulator, "HEAD /nothing");
    expect([status, headers.get("x-emulator-route")]).toEqual([404, "HEAD /nothing"]);
  });

  plainTest("is named in the dialect's words", async () => {
    const emulator = await startEmulator({ dialect: "svc" });
    const { status, headers } = await sendRequest(emulator, "GET /repos/acme/widgets/updater/alerts/1", "alice");
    expect(status).toBe(501);
    expect(headers.get("x-emulator-route")).toBe("GET /repos/{owner}/{repo}/updater/alerts/{alert_number}");
    const foreign = await sendRequest(emulator, "GET /repos/acme/widgets/dependabot/alerts/1", "alice");
    expect(foreign.status).toBe(404);
    expect(foreign.text).toContain("no route GET /repos/acme/widgets/dependabot/alerts/1.");
    expect(foreign.text).not.toContain("GitHub");
    await emulator.stop();
  });

  plainTest.for<[Edition | "all", string, number, string | null]>([
    ["all", "/admin/hooks/1", 501, "/admin/hooks/{hook_id}"],
    ["self-hosted", "/admin/hooks/1", 501, "/admin/hooks/{hook_id}"],
    ["github.com", "/admin/hooks/1", 404, "/admin/hooks/1"],
    ["all", "/user/codespaces/secrets", 200, null],
    ["self-hosted", "/user/codespaces/secrets", 404, "/user/codespaces/secrets"],
  ])("depends on the edition: %s, %s", async ([edition, path, status, route]) => {
    const emulator = await startEmulator({ edition });
    const response = await sendRequest(emulator, `GET ${path}`, "alice");
    await emulator.stop();
    expect([response.status, response.headers.get("x-emulator-route")]).toEqual([status, route && `GET ${route}`]);
    expect(emulator.control.calls()).toMatchObject([{ isNotEmulated: route !== null }]);
    const message = { message: expect.stringMatching(`^The API of the edition ${edition} has no route GET ${path}`) };
    if (status === 404) expect(response.body).toMatchObject(message);
  });
});

describe("the described routes", () => {
  const served = new Set(
    Object.values<AnyOperation>(catalog).map(({ method, path }) =>
      normalizeRoute(`${method} ${wirePath(github, path)}`),
    ),
  );

  test("are all recognized, even if they look like another route of the contract", async ({ emulator }) => {
    // One route is described twice, with different parameters.
    const names = describedRoutes.map((route) => normalizeRoute(route.replace("{base}...{head}", "{basehead}")));
    const unserved = names.filter((route) => !served.has(route));
    expect(unserved.length).toBeGreaterThan(1000);
    const mistaken: string[] = [];
    for (const route of unserved) {
      const { status, headers } = await sendRequest(emulator, route.replaceAll("{}", "a"));
      const answer = normalizeRoute(`${status} ${headers.get("x-emulator-route")}`);
      if (answer !== `501 ${route}`) mistaken.push(`${route}: ${answer}`);
    }
    expect(mistaken).toEqual([]);
  });

  plainTest("are of the same version as the description that the contract is compared with", () => {
    expect(routes.source).toBe(description.source);
    expect(Object.keys(description.operations).filter((route) => !describedRoutes.includes(route))).toEqual([]);
  });

  plainTest("contain the routes that Octokit has", () => {
    const find = createDescribedRoutes(github, "all");
    const missing = Object.values(new Octokit().rest)
      .flatMap((methods) => Object.values(methods))
      .map(({ endpoint: { DEFAULTS } }) => ({ method: DEFAULTS.method, path: DEFAULTS.url.replace(/\{\?.*$/, "") }))
      .filter(({ method, path }) => find(method, path.slice(1).split("/")) === undefined)
      .filter(({ path }) => !REMOVED_PATHS.some((removed) => removed.test(path)))
      .map(({ method, path }) => `${method} ${path}`);
    expect(missing).toEqual([]);
  });
});
