import { describe, expect, test } from "vitest";
import { content, createTestClient, outcomeOf, type Reply, reply, startService } from "../service.fixture.ts";

const sentRequest = async (route: string, input?: Record<string, unknown>) => {
  const { origin, requests } = await startService(() => reply(204));
  await createTestClient(origin).request(route, input);
  const [{ method, url, body, headers } = { method: "", url: "", body: "", headers: {} }] = requests;
  return { line: `${method} ${url}`, body, type: headers["content-type"] };
};

describe("an untyped request", () => {
  test.each(["GET", "DELETE"])("%s: fills the path and puts the rest into the query", async (method) => {
    const input = { org: "a c/me", number: 5, q: "x y&z", all: true, page: 2, omitted: undefined };
    expect(await sentRequest(`${method} /orgs/{org}/things/{number}`, input)).toEqual({
      line: `${method} /api/v3/orgs/a%20c%2Fme/things/5?q=x+y%26z&all=true&page=2`,
      body: "",
      type: undefined,
    });
  });

  test.each(["POST", "PUT", "PATCH"])("%s: puts the rest into the body, as JSON", async (method) => {
    const input = { org: "acme", list: [1, { a: null }], text: "ü", omitted: undefined };
    expect(await sentRequest(`${method} /orgs/{org}/things`, input)).toEqual({
      line: `${method} /api/v3/orgs/acme/things`,
      body: '{"list":[1,{"a":null}],"text":"ü"}',
      type: "application/json",
    });
  });

  test("needs no input", async () => {
    expect(await sentRequest("GET /things")).toMatchObject({ line: "GET /api/v3/things" });
    expect(await sentRequest("POST /things")).toMatchObject({ line: "POST /api/v3/things", body: "{}" });
  });

  test("can have a query in its route", async () => {
    expect(await sentRequest("GET /things?sort=name", { page: 2 })).toMatchObject({
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
  ])("rejects an invalid route: %j", async (route) => {
    const { origin, requests } = await startService(() => reply(204));
    await expect(createTestClient(origin).request(route)).rejects.toMatchObject({ name: "InputError", field: "route" });
    expect(requests).toEqual([]);
  });

  test("keeps dots that are part of a name", async () => {
    expect(await sentRequest("GET /a/..b/.github/c..")).toMatchObject({ line: "GET /api/v3/a/..b/.github/c.." });
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
  ])("rejects an invalid value: %s of %o", async (field, input) => {
    const { origin, requests } = await startService(() => reply(204));
    await expect(createTestClient(origin).request("GET /x/{id}", input)).rejects.toMatchObject({
      name: "InputError",
      field,
    });
    expect(requests).toEqual([]);
  });

  test("keeps ids above 2^53 exact, as text or as a BigInt, and rejects numbers that are not", async () => {
    for (const id of ["9007199254740993", 9007199254740993n]) {
      expect(await sentRequest("GET /things/{id}", { id, after: id })).toMatchObject({
        line: "GET /api/v3/things/9007199254740993?after=9007199254740993",
      });
    }
    const { request } = createTestClient("https://forge.test");
    for (const input of [{ id: 2 ** 53 }, { id: 1, after: -(2 ** 60) }]) {
      await expect(request("GET /things/{id}", input)).rejects.toThrow(/^(id|after) is above 2\^53, .*: pass a string/);
    }
  });

  test("rejects an invalid input", async () => {
    const { request } = createTestClient("https://forge.test");
    // @ts-expect-error
    await expect(request("GET /x", "acme")).rejects.toMatchObject({ name: "InputError", field: "input" });
    // @ts-expect-error
    await expect(request("GET /x", null)).rejects.toMatchObject({ name: "InputError", field: "input" });
    // @ts-expect-error
    await expect(request(5)).rejects.toMatchObject({ name: "InputError", field: "route" });
  });
});

describe("the output is", () => {
  const requestWithReply = async (response: Reply) => {
    const { origin } = await startService(() => response);
    return createTestClient(origin).request("GET /things");
  };

  test.each([
    ["the parsed JSON", reply(200, { a: [1, null] }), { a: [1, null] }],
    [
      "the parsed JSON of another JSON media type",
      { ...content('"x"'), headers: { "content-type": "application/scim+json" } },
      "x",
    ],
    ["the text if it is not JSON", content("plain", { "content-type": "text/plain" }), "plain"],
    ["the text without a content type", content("{}"), "{}"],
    ["undefined for an empty response", reply(204), undefined],
    ["undefined for an empty 202", reply(202), undefined],
    ["null if the JSON is null", reply(200, null), null],
    [
      "exact above 2^53, as strings of digits",
      content(
        '{"id":18446744073709551615,"next":[-9007199254740993,9007199254740991,1.5e300],"text":"9007199254740993"}',
        {
          "content-type": "application/json",
        },
      ),
      { id: "18446744073709551615", next: ["-9007199254740993", 9007199254740991, 1.5e300], text: "9007199254740993" },
    ],
  ])("%s", async (_, response, expected) => {
    expect(await requestWithReply(response)).toEqual(expected);
  });

  test("an error if the content type is JSON and the body is not", async () => {
    await expect(requestWithReply(content("{", { "content-type": "application/json" }))).rejects.toMatchObject({
      name: "ResponseError",
      message: expect.stringContaining("The response may have been truncated"),
    });
  });

  test("returned with status, headers and rate limit by `raw`", async () => {
    const rateLimitHeaders = {
      "x-ratelimit-limit": "60",
      "x-ratelimit-remaining": "59",
      "x-ratelimit-reset": "1800000060",
    };
    const { origin } = await startService(() => reply(201, 1, { ...rateLimitHeaders, "x-github-request-id": "A1" }));
    expect(await createTestClient(origin).request.raw("POST /things")).toMatchObject({
      output: 1,
      status: 201,
      requestId: "A1",
      rateLimit: { limit: 60, remaining: 59, resource: "core", reset: new Date(1_800_000_060_000) },
    });
  });

  test("returned without a request ID that repeats the token", async () => {
    const { origin } = await startService(({ headers }) =>
      reply(200, 1, { "x-github-request-id": headers.authorization?.split(" ").at(-1) ?? "no token" }),
    );
    const client = createTestClient(origin, { credentials: "abcdef0123456789abcdef0123456789abcdef01" });
    const { requestId } = await client.request.raw("GET /things");
    expect(requestId).toBeUndefined();
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
  ])("an error for status %i: %s", async (status, name) => {
    await expect(requestWithReply(reply(status, { message: "No." }))).rejects.toMatchObject({
      name,
      status,
      route: "GET /things",
      message: expect.stringContaining(`GET /api/v3/things: ${status} No.`),
    });
  });
});

test.each(["POST", "PUT", "PATCH", "DELETE"])("%s is never retried if it may have taken effect", async (method) => {
  for (const response of [reply(502), "lost" as const]) {
    const { origin, requests } = await startService(() => response);
    const { request, clock } = createTestClient(origin);
    expect(await outcomeOf(request(`${method} /things`))).toMatchObject({ outcome: "unknown" });
    await clock.advance(100_000);
    expect(requests).toHaveLength(1);
  }
});

test("GET is retried", async () => {
  const { origin, requests } = await startService((_, requestsSoFar) =>
    requestsSoFar.length < 3 ? reply(502) : reply(200, 1),
  );
  const { request, clock, waitForEvent } = createTestClient(origin);
  const end = request("GET /things");
  for (const times of [1, 2]) {
    await waitForEvent("retry", times);
    await clock.advance(0);
  }
  expect([await end, requests.length]).toEqual([1, 3]);
});

test.each([
  ["a BigInt", { value: 1n }],
  ["a circular reference", cyclic()],
])("an input with %s is rejected, because JSON cannot represent it", async (_, input) => {
  const { request } = createTestClient("https://forge.test");
  expect(await outcomeOf(request("POST /things", input))).toMatchObject({ name: "InputError", field: "input" });
});

function cyclic(): Record<string, unknown> {
  const inner: Record<string, unknown> = {};
  inner["again"] = inner;
  return { inside: inner };
}
