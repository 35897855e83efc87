import { describe, expect, test } from "vitest";
import { clientOf, content, ending, type Reply, reply, serving } from "../service.fixture.ts";

const asked = async (route: string, input?: Record<string, unknown>) => {
  const { origin, seen } = await serving(() => reply(204));
  await clientOf(origin).request(route, input);
  const [{ method, url, body, headers } = { method: "", url: "", body: "", headers: {} }] = seen;
  return { line: `${method} ${url}`, body, type: headers["content-type"] };
};

describe("a request of any route", () => {
  test.each(["GET", "DELETE"])("%s: the path is filled, and the rest is the query", async (method) => {
    const input = { org: "a c/me", number: 5, q: "x y&z", all: true, page: 2, left: undefined };
    expect(await asked(`${method} /orgs/{org}/things/{number}`, input)).toEqual({
      line: `${method} /api/v3/orgs/a%20c%2Fme/things/5?q=x+y%26z&all=true&page=2`,
      body: "",
      type: undefined,
    });
  });

  test.each(["POST", "PUT", "PATCH"])("%s: the rest is the body, as JSON", async (method) => {
    const input = { org: "acme", list: [1, { a: null }], text: "ü", left: undefined };
    expect(await asked(`${method} /orgs/{org}/things`, input)).toEqual({
      line: `${method} /api/v3/orgs/acme/things`,
      body: '{"list":[1,{"a":null}],"text":"ü"}',
      type: "application/json",
    });
  });

  test("needs no input", async () => {
    expect(await asked("GET /things")).toMatchObject({ line: "GET /api/v3/things" });
    expect(await asked("POST /things")).toMatchObject({ line: "POST /api/v3/things", body: "{}" });
  });

  test("may bring its own query", async () => {
    expect(await asked("GET /things?sort=name", { page: 2 })).toMatchObject({
      line: "GET /api/v3/things?sort=name&page=2",
    });
  });

  test.each([
    "things",
    "GET things",
    "HEAD /things",
    "get /things",
    "GET /a b",
    "GET  /a",
    "GET /a/../b",
    "GET /a/..",
    "GET /./a",
    "GET /a/%2E%2e/b",
    "GET /a/.%2e?x=1",
    "GET /a\\..\\b",
    "GET /a#b",
    "",
  ])("is refused where the route is none: %j", async (route) => {
    const { origin, seen } = await serving(() => reply(204));
    await expect(clientOf(origin).request(route)).rejects.toMatchObject({ name: "InputError", field: "route" });
    expect(seen).toEqual([]);
  });

  test("keeps dots that are part of a name", async () => {
    expect(await asked("GET /a/..b/.github/c..")).toMatchObject({ line: "GET /api/v3/a/..b/.github/c.." });
  });

  test.each([
    ["id", {}],
    ["id", { id: "" }],
    ["id", { id: ".." }],
    ["id", { id: null }],
    ["id", { id: true }],
    ["id", { id: Number.NaN }],
    ["q", { id: 1, q: { a: 1 } }],
    ["q", { id: 1, q: null }],
  ])("is refused where a value can't be right: %s of %o", async (field, input) => {
    const { origin, seen } = await serving(() => reply(204));
    await expect(clientOf(origin).request("GET /x/{id}", input)).rejects.toMatchObject({ name: "InputError", field });
    expect(seen).toEqual([]);
  });

  test("is refused where the input is none", async () => {
    const { request } = clientOf("http://forge.test");
    // @ts-expect-error
    await expect(request("GET /x", "acme")).rejects.toMatchObject({ name: "InputError", field: "input" });
    // @ts-expect-error
    await expect(request("GET /x", null)).rejects.toMatchObject({ name: "InputError", field: "input" });
    // @ts-expect-error
    await expect(request(5)).rejects.toMatchObject({ name: "InputError", field: "route" });
  });
});

describe("its answer is", () => {
  const answered = async (answer: Reply) => {
    const { origin } = await serving(() => answer);
    return clientOf(origin).request("GET /things");
  };

  test.each([
    ["the value of its JSON", reply(200, { a: [1, null] }), { a: [1, null] }],
    ["that of JSON by another name", { ...content('"x"'), headers: { "content-type": "application/scim+json" } }, "x"],
    ["its text where it is none", content("plain", { "content-type": "text/plain" }), "plain"],
    ["its text where nobody says what it is", content("{}"), "{}"],
    ["nothing where it is empty", reply(204), undefined],
    ["nothing where it is accepted", reply(202), undefined],
    ["also null", reply(200, null), null],
  ])("%s", async (_, answer, expected) => {
    expect(await answered(answer)).toEqual(expected);
  });

  test("an error where JSON is promised and broken", async () => {
    await expect(answered(content("{", { "content-type": "application/json" }))).rejects.toMatchObject({
      name: "ResponseError",
      message: expect.stringContaining("The answer may have been cut off on its way"),
    });
  });

  test("with status, headers and limits for who wants them", async () => {
    const rate = { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "59", "x-ratelimit-reset": "1800000060" };
    const { origin } = await serving(() => reply(201, 1, { ...rate, "x-github-request-id": "A1" }));
    expect(await clientOf(origin).request.raw("POST /things")).toMatchObject({
      ...{ output: 1, status: 201, requestId: "A1" },
      rate: { limit: 60, remaining: 59, resource: "core", reset: new Date(1_800_000_060_000) },
    });
  });

  test.each([
    [401, "AuthenticationError"],
    [403, "PermissionError"],
    [404, "NotFoundError"],
    [409, "ConflictError"],
    [410, "GoneError"],
    [422, "ValidationError"],
    [418, "ResponseError"],
    [501, "ServiceError"],
  ])("%i: %s", async (status, name) => {
    await expect(answered(reply(status, { message: "No." }))).rejects.toMatchObject({
      ...{ name, status, route: "GET /things" },
      message: expect.stringContaining(`GET /api/v3/things: ${status} No.`),
    });
  });
});

test.each(["POST", "PUT", "PATCH", "DELETE"])("%s is never repeated once it may have taken effect", async (method) => {
  for (const answer of [reply(502), "lost" as const]) {
    const { origin, seen } = await serving(() => answer);
    const { request, clock } = clientOf(origin);
    expect(await ending(request(`${method} /things`))).toMatchObject({ outcome: "unknown" });
    await clock.advance(100_000);
    expect(seen).toHaveLength(1);
  }
});

test("GET is", async () => {
  const { origin, seen } = await serving((_, { length }) => (length < 3 ? reply(502) : reply(200, 1)));
  const { request, clock, told } = clientOf(origin);
  const end = request("GET /things");
  for (const times of [1, 2]) {
    await told("retry", times);
    await clock.advance(0);
  }
  expect([await end, seen.length]).toEqual([1, 3]);
});

test.each([
  ["a BigInt", { value: 1n }],
  ["itself", cyclic()],
])("an input that holds %s is refused, as JSON can't say it", async (_, input) => {
  const { request } = clientOf("http://forge.test");
  expect(await ending(request("POST /things", input))).toMatchObject({ name: "InputError", field: "input" });
});

function cyclic(): Record<string, unknown> {
  const inside: Record<string, unknown> = {};
  inside["again"] = inside;
  return { inside };
}
