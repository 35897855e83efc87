import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sized } from "../../../../../test/effort.ts";
import { type Defined, definitionOf } from "../../contract/defined.ts";
import type { Method } from "../../contract/operation-types.ts";
import { getRepository } from "../../contract/repository/repositories.ts";
import { getWorkflowRunLogs } from "../../contract/repository/workflow-runs.ts";
import { isResponseError } from "../../errors.ts";
import type { Incoming, Outgoing } from "../chain.ts";
import { redirects } from "./redirects.ts";

const HOME = "https://forge.test";
const AWAY = "https://store.test";
const STATUSES = [301, 302, 307, 308];
const WRITES = ["POST", "PUT", "PATCH", "DELETE"] as const;

function outgoing(method: Method, { definition = definitionOf(getRepository), ...rest }: Partial<Outgoing> = {}) {
  const request: Outgoing = {
    operation: { ...getRepository, route: `${method} /repos/{owner}/{repo}`, method },
    definition,
    input: {},
    method,
    url: new URL(`${HOME}/repos/acme/widgets?first=secret`),
    headers: { accept: "application/json" },
    body: method === "GET" || method === "DELETE" ? undefined : '{"a":1}',
    reads: "text",
    signal: undefined,
    priority: "normal",
    timeout: 1000,
    deadline: Number.POSITIVE_INFINITY,
    maxWait: 0,
    mediaType: undefined,
    file: undefined,
    sensitive: [],
    attempt: 0,
    owner: { account: "", label: async () => undefined },
    tell: undefined,
    ...rest,
  };
  return request;
}

const answer = (status: number, location?: string): Incoming => ({
  status,
  headers: new Headers(location === undefined ? {} : { location }),
  text: "",
});

/** Sends a request through the step, to who gives these answers in turn and then 200. */
async function through(request: Outgoing, answers: readonly Incoming[]) {
  const sent: Outgoing[] = [];
  const send = redirects(async (hop) => {
    sent.push(hop);
    return answers[sent.length - 1] ?? answer(200);
  });
  const [settled] = await Promise.allSettled([send(request)]);
  const error: unknown = settled.status === "rejected" ? settled.reason : undefined;
  return {
    sent,
    urls: sent.map(({ url }) => url.href),
    answered: settled.status === "fulfilled" ? settled.value : undefined,
    message: isResponseError(error) ? error.message : error,
    error,
  };
}

describe("on the same origin", () => {
  test.each(STATUSES)("%i: a read is repeated as it is", async (status) => {
    const request = outgoing("GET", { headers: { accept: "a/b", "if-none-match": '"1"' } });
    const { sent, answered } = await through(request, [answer(status, "/repositories/1?page=2")]);
    expect(answered?.status).toBe(200);
    expect(sent).toEqual([request, { ...request, url: new URL(`${HOME}/repositories/1?page=2`) }]);
  });

  test.each(
    STATUSES.flatMap((status) => WRITES.map((method) => ({ status, method }))).filter(
      ({ status, method }) => method !== "POST" || status > 302,
    ),
  )("$status: $method is repeated with its body", async ({ status, method }) => {
    const request = outgoing(method);
    const { sent } = await through(request, [answer(status, `${HOME}/repositories/1`)]);
    expect(sent).toEqual([request, { ...request, url: new URL(`${HOME}/repositories/1`) }]);
  });

  test.each([301, 302])("%i: POST is not repeated, and the error says where it would go", async (status) => {
    const { sent, message, error } = await through(outgoing("POST"), [answer(status, "/repositories/1?sig=secret")]);
    expect(sent).toHaveLength(1);
    expect(message).toBe(
      `POST /repos/acme/widgets: ${status} The service sends this call to ${HOME}/repositories/1, in a way that a POST can't follow. It was not repeated. Was the repository renamed or moved?`,
    );
    expect(error).toMatchObject({ name: "ResponseError", route: "POST /repos/{owner}/{repo}", status });
  });

  test("each place is told from the one before", async () => {
    const { urls } = await through(outgoing("GET"), [answer(301, "../b/c"), answer(302, "d"), answer(307, "?e")]);
    expect(urls.slice(1)).toEqual([`${HOME}/repos/b/c`, `${HOME}/repos/b/d`, `${HOME}/repos/b/d?e`]);
  });

  test("five hops are followed, and no sixth", async () => {
    const hops = Array.from({ length: 6 }, (_, hop) => answer(302, `/${hop}?sig=secret`));
    expect((await through(outgoing("GET"), hops.slice(1))).answered?.status).toBe(200);
    const { sent, message } = await through(outgoing("GET"), hops);
    expect(sent).toHaveLength(6);
    expect(message).toBe(
      `GET /repos/acme/widgets: 302 The service sends this call on and on: 5 times, and next to ${HOME}/5.`,
    );
  });
});

describe("on another origin", () => {
  test.each(STATUSES)("%i: a read follows without what says who asks, also back", async (status) => {
    const headers = { accept: "a/b", Authorization: "Bearer a", authorization: "Bearer b", cookie: "c" };
    const request = outgoing("GET", { headers });
    const { sent } = await through(request, [answer(status, "//store.test/x?sig=1"), answer(status, `${HOME}/y`)]);
    expect(sent[0]).toEqual(request);
    const bare = { ...request, headers: { accept: "a/b" }, body: undefined, anonymous: true };
    expect(sent.slice(1)).toEqual([
      { ...bare, url: new URL(`${AWAY}/x?sig=1`) },
      { ...bare, url: new URL(`${HOME}/y`) },
    ]);
  });

  test.each(STATUSES.flatMap((status) => WRITES.map((method) => ({ status, method }))))(
    "$status: $method is not sent there",
    async ({ status, method }) => {
      const { sent, message } = await through(outgoing(method), [answer(status, `${AWAY}/x?sig=secret`)]);
      expect(sent).toHaveLength(1);
      expect(message).toBe(
        `${method} /repos/acme/widgets: ${status} The service at ${HOME} sends this call to ${AWAY}, and only what reads may follow to another origin. It was not sent there.`,
      );
    },
  );

  test("another port or scheme is another origin", async () => {
    const port = await through(outgoing("GET"), [answer(302, `${HOME}:8443/x`)]);
    expect(port.sent[1]?.anonymous).toBe(true);
    const plain = outgoing("GET", { url: new URL("http://forge.test/x") });
    expect((await through(plain, [answer(302, `${HOME}/x`)])).sent[1]?.anonymous).toBe(true);
  });

  test("from https to http nothing follows", async () => {
    const { sent, message } = await through(outgoing("GET"), [answer(302, "http://forge.test/x?sig=secret")]);
    expect(sent).toHaveLength(1);
    expect(message).toContain(
      `at ${HOME} sends this call to http://forge.test, where everybody could read along. It was not sent there.`,
    );
  });

  test.each([`https://me:secret@forge.test/x`, `https://secret@store.test/x`])("nobody logs in at %s", async (url) => {
    const { sent, message } = await through(outgoing("GET"), [answer(302, url)]);
    expect(sent).toHaveLength(1);
    expect(message).toContain("with a user name or a password in the address. It was not sent there.");
    expect(message).not.toContain("secret");
  });
});

describe("is passed on", () => {
  test("what the operation itself understands", async () => {
    const moved = answer(302, `${AWAY}/logs.zip?sig=1`);
    const request = outgoing("GET", { definition: definitionOf(getWorkflowRunLogs) });
    const { sent, answered } = await through(request, [moved]);
    expect(sent).toHaveLength(1);
    expect(answered).toBe(moved);
    // Where a repository has moved, its logs are where that says.
    expect((await through(request, [answer(301, "/repositories/1/logs"), moved])).answered).toBe(moved);
  });

  test.each([
    [302, undefined],
    [302, ""],
    [302, "https://"],
    [302, "javascript:alert(1)"],
    [302, "data:,x"],
    [302, "file:///etc/passwd"],
    [200, "/x"],
    [300, "/x"],
    [303, "/x"],
    [304, "/x"],
    [404, "/x"],
    [0, undefined],
  ])("an answer that leads nowhere: %i %s", async (status, location) => {
    const nowhere = answer(status, location);
    const { sent, answered } = await through(outgoing("GET"), [nowhere]);
    expect(sent).toHaveLength(1);
    expect(answered).toBe(nowhere);
  });
});

test("what fails on the way fails as it did", async () => {
  const failure = new Error("no network");
  const send = redirects(async ({ url }) => {
    if (url.pathname === "/x") throw failure;
    return answer(302, "/x");
  });
  await expect(send(outgoing("GET"))).rejects.toBe(failure);
});

test("no way leads a token or a body to another origin, or a token to anywhere after", async () => {
  const location = fc
    .tuple(
      fc.constantFrom(HOME, AWAY, "//store.test", "//forge.test", "http://forge.test", "", "https://me:x@store.test"),
      fc.constantFrom("/a", "/b?sig=secret", "?sig=secret", "/\\store.test/c", "/.//store.test/d"),
    )
    .map((parts) => parts.join(""));
  const hop = fc.record({ status: fc.constantFrom(...STATUSES), location });
  const own: Defined = { ...definitionOf(getRepository), success: { 200: undefined, 307: undefined } };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Method>("GET", ...WRITES),
      fc.array(hop, { maxLength: 8 }),
      fc.constantFrom({}, { Authorization: "Bearer own" }, { authorization: "Bearer own" }),
      fc.constantFrom(definitionOf(getRepository), own),
      async (method, hops, headers, definition) => {
        const request = outgoing(method, { headers, definition, body: "{}" });
        const { sent, error, message } = await through(
          request,
          hops.map(({ status, location }) => answer(status, location)),
        );
        const withToken = sent.map(
          ({ anonymous, headers }) =>
            anonymous !== true || Object.keys(headers).some((name) => /^authorization$/i.test(name)),
        );
        const firstAway = sent.findIndex(({ url }) => url.origin !== HOME);
        const home = firstAway < 0 ? sent : sent.slice(0, firstAway);
        const away = firstAway < 0 ? [] : sent.slice(firstAway);
        expect(withToken.slice(home.length)).toEqual(away.map(() => false));
        expect(away.map(({ method, body }) => [method, body])).toEqual(away.map(() => ["GET", undefined]));
        for (const { url, ...rest } of home) expect({ ...rest, url: request.url }).toEqual(request);
        for (const { url } of sent) expect([url.protocol, url.username]).toEqual(["https:", ""]);
        expect(sent.length).toBeLessThanOrEqual(6);
        if (error !== undefined) {
          expect(isResponseError(error)).toBe(true);
          expect(message).not.toContain("secret");
        }
      },
    ),
    { numRuns: sized(200, 1000) },
  );
});
