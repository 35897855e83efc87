import { expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { requestJson, sendRequest, type TestResponse } from "../../requests.fixture.ts";
import { emulatorTest, test } from "../../vitest.ts";

type GraphQLTarget = Pick<Emulator, "apiUrl" | "webUrl" | "tokens">;

const query = (service: GraphQLTarget, text: string, token = "alice", path = "/graphql"): Promise<TestResponse> =>
  requestJson(service, `POST ${service.webUrl}${path}`, { query: text }, token);

const VIEWER = "query UserCurrent{viewer{login}}";

test("tells who the user is", async ({ emulator }) => {
  for (const path of ["/graphql", "/api/graphql", "/api/v3/graphql"]) {
    const { status, body } = await query(emulator, VIEWER, "bob", path);
    expect([status, body]).toEqual([200, { data: { viewer: { login: "bob" } } }]);
  }
});

test("finds the ids of visible repositories by their names", async ({ emulator }) => {
  const text = `query MapRepositoryNames {
    repo_000: repository(owner: "acme", name: "widgets") { databaseId }
    repo_001: repository(owner: "Acme", name: "gears") { databaseId }
  }`;
  expect((await query(emulator, text)).body).toEqual({
    data: { repo_000: { databaseId: 1 }, repo_001: { databaseId: 2 } },
  });
  const message = "Could not resolve to a Repository with the name 'Acme/gears'.";
  expect((await query(emulator, text, "mallory")).body).toEqual({
    data: { repo_000: { databaseId: 1 }, repo_001: null },
    errors: [{ type: "NOT_FOUND", path: ["repo_001"], message }],
  });
});

emulatorTest({ strict: false }).for([
  "query { viewer { login } }",
  "query UserCurrent{viewer{login email}}",
  'query MapRepositoryNames { repo_000: repository(owner: "acme", name: "widgets") { databaseId name } }',
  "query MapRepositoryNames { }",
  "mutation { deleteRepository }",
])("says that %s is not emulated", async (text, { emulator }) => {
  const { status, headers, body } = await query(emulator, text);
  expect([status, headers.get("x-emulator")]).toEqual([200, "not-emulated"]);
  expect(body).toMatchObject({ errors: [{ message: expect.stringContaining("no GraphQL API") }] });
  expect(emulator.control.calls()).toMatchObject([{ operation: "POST /graphql", isNotEmulated: true }]);
});

test("requires authentication, and a query", async ({ emulator }) => {
  const init = { body: JSON.stringify({ query: VIEWER }) };
  expect((await sendRequest(emulator, `POST ${emulator.webUrl}/graphql`, undefined, init)).status).toBe(401);
  expect((await query(emulator, VIEWER, "ghp_unknown")).status).toBe(401);
  expect((await requestJson(emulator, "POST /graphql", { text: VIEWER })).status).toBe(422);
});

emulatorTest({ limits: "published" })("counts towards the limit for GraphQL", async ({ emulator }) => {
  const { headers } = await query(emulator, VIEWER);
  expect([headers.get("x-ratelimit-resource"), headers.get("x-ratelimit-used")]).toEqual(["graphql", "1"]);
});
