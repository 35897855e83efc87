import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pickSize } from "../../../../../test/test-size.ts";
import { type CallDefinition, callDefinitionOf } from "../../contract/call-definition.ts";
import type { Method } from "../../contract/operation-types.ts";
import { getRepository } from "../../contract/repository/repositories.ts";
import { getWorkflowRunLogs } from "../../contract/repository/workflow-runs.ts";
import { isResponseError } from "../../errors.ts";
import type { CallRequest, CallResponse } from "../middleware.ts";
import { followRedirects } from "./follow-redirects.ts";

const HOME = "https://forge.test";
const AWAY = "https://store.test";
const redact = expect.any(Function);
const STATUSES = [301, 302, 307, 308];
const WRITES = ["POST", "PUT", "PATCH", "DELETE"] as const;

function callRequest(
  method: Method,
  { definition = callDefinitionOf(getRepository), ...fields }: Partial<CallRequest> = {},
) {
  const request: CallRequest = {
    id: {},
    operation: { ...getRepository, route: `${method} /repos/{owner}/{repo}`, method },
    definition,
    input: {},
    method,
    url: new URL(`${HOME}/repos/acme/widgets?first=secret`),
    headers: { accept: "application/json" },
    ownHeaders: {},
    body: method === "GET" || method === "DELETE" ? undefined : '{"a":1}',
    responseType: "text",
    signal: undefined,
    priority: "normal",
    timeout: 1000,
    deadline: Number.POSITIVE_INFINITY,
    maxWait: 0,
    mediaType: undefined,
    filePath: undefined,
    secrets: [],
    attempt: 0,
    owner: { account: "", label: async () => undefined },
    emit: undefined,
    ...fields,
  };
  return request;
}

const response = (status: number, location?: string): CallResponse => ({
  status,
  headers: new Headers(location === undefined ? {} : { location }),
  text: "",
});

/** Sends a request through the middleware to a handler that returns these responses in turn, then 200. */
async function sendThrough(request: CallRequest, responses: readonly CallResponse[]) {
  const sent: CallRequest[] = [];
  const send = followRedirects(async (hop) => {
    sent.push(hop);
    return responses[sent.length - 1] ?? response(200);
  });
  const [outcome] = await Promise.allSettled([send(request)]);
  const error: unknown = outcome.status === "rejected" ? outcome.reason : undefined;
  return {
    sent,
    urls: sent.map(({ url }) => url.href),
    result: outcome.status === "fulfilled" ? outcome.value : undefined,
    message: isResponseError(error) ? error.message : error,
    error,
  };
}

describe("on the same origin", () => {
  test.each(STATUSES)("%i: a read is repeated unchanged", async (status) => {
    const request = callRequest("GET", { headers: { accept: "a/b", "if-none-match": '"1"' } });
    const { sent, result } = await sendThrough(request, [response(status, "/repositories/1?page=2")]);
    expect(result?.status).toBe(200);
    expect(sent).toEqual([request, { ...request, url: new URL(`${HOME}/repositories/1?page=2`), redact }]);
  });

  test.each(
    STATUSES.flatMap((status) => WRITES.map((method) => ({ status, method }))).filter(
      ({ status, method }) => method !== "POST" || status > 302,
    ),
  )("$status: $method is repeated with its body", async ({ status, method }) => {
    const request = callRequest(method);
    const { sent } = await sendThrough(request, [response(status, `${HOME}/repositories/1`)]);
    expect(sent).toEqual([request, { ...request, url: new URL(`${HOME}/repositories/1`), redact }]);
  });

  test.each([301, 302])("%i: POST is not repeated, and the error names the target", async (status) => {
    const { sent, message, error } = await sendThrough(callRequest("POST"), [
      response(status, "/repositories/1?sig=secret"),
    ]);
    expect(sent).toHaveLength(1);
    expect(message).toBe(
      `POST /repos/acme/widgets: ${status} The service redirects this call to ${HOME}/repositories/1, which would change the POST to a GET. The redirect was not followed. Was the repository renamed or moved?`,
    );
    expect(error).toMatchObject({ name: "ResponseError", route: "POST /repos/{owner}/{repo}", status });
  });

  test("each location is relative to the previous URL", async () => {
    const { urls } = await sendThrough(callRequest("GET"), [
      response(301, "../b/c"),
      response(302, "d"),
      response(307, "?e"),
    ]);
    expect(urls.slice(1)).toEqual([`${HOME}/repos/b/c`, `${HOME}/repos/b/d`, `${HOME}/repos/b/d?e`]);
  });

  test("five redirects are followed, but not a sixth", async () => {
    const hops = Array.from({ length: 6 }, (_, hop) => response(302, `/${hop}?sig=secret`));
    expect((await sendThrough(callRequest("GET"), hops.slice(1))).result?.status).toBe(200);
    const { sent, message } = await sendThrough(callRequest("GET"), hops);
    expect(sent).toHaveLength(6);
    expect(message).toBe(`GET /repos/acme/widgets: 302 Too many redirects: more than 5, the next one to ${HOME}/5.`);
  });
});

describe("on another origin", () => {
  test.each(STATUSES)("%i: a read follows without credentials, also back to the first origin", async (status) => {
    const plain = { accept: "a/b", "User-Agent": "me", "x-github-api-version": "2026-03-10" };
    const credentials = { Authorization: "Bearer a", authorization: "Bearer b", cookie: "c" };
    const own = { "x-key": "tenant-secret", "private-token": "d", "content-type": "application/json" };
    const headers = { ...plain, ...credentials, ...own, "if-none-match": '"1"' };
    const request = callRequest("GET", { headers });
    const { sent } = await sendThrough(request, [
      response(status, "//store.test/x?sig=1"),
      response(status, `${HOME}/y`),
    ]);
    expect(sent[0]).toEqual(request);
    const anonymousRequest = { ...request, headers: plain, body: undefined, anonymous: true, redact };
    expect(sent.slice(1)).toEqual([
      { ...anonymousRequest, url: new URL(`${AWAY}/x?sig=1`) },
      { ...anonymousRequest, url: new URL(`${HOME}/y`) },
    ]);
  });

  test.each(STATUSES.flatMap((status) => WRITES.map((method) => ({ status, method }))))(
    "$status: $method is not followed",
    async ({ status, method }) => {
      const { sent, message } = await sendThrough(callRequest(method), [response(status, `${AWAY}/x?sig=secret`)]);
      expect(sent).toHaveLength(1);
      expect(message).toBe(
        `${method} /repos/acme/widgets: ${status} The service at ${HOME} redirects this call to ${AWAY}, which only GET requests follow across origins. The redirect was not followed.`,
      );
    },
  );

  test("another port or scheme is another origin", async () => {
    const port = await sendThrough(callRequest("GET"), [response(302, `${HOME}:8443/x`)]);
    expect(port.sent[1]?.anonymous).toBe(true);
    const plain = callRequest("GET", { url: new URL("http://forge.test/x") });
    expect((await sendThrough(plain, [response(302, `${HOME}/x`)])).sent[1]?.anonymous).toBe(true);
  });

  test("a redirect from https to http is not followed", async () => {
    const { sent, message } = await sendThrough(callRequest("GET"), [response(302, "http://forge.test/x?sig=secret")]);
    expect(sent).toHaveLength(1);
    expect(message).toContain(
      `at ${HOME} redirects this call to http://forge.test, which is not encrypted. The redirect was not followed.`,
    );
  });

  test.each([`https://me:secret@forge.test/x`, `https://secret@store.test/x`])(
    "a URL with credentials is not followed: %s",
    async (url) => {
      const { sent, message } = await sendThrough(callRequest("GET"), [response(302, url)]);
      expect(sent).toHaveLength(1);
      expect(message).toContain("whose URL contains a user name or password. The redirect was not followed.");
      expect(message).not.toContain("secret");
    },
  );
});

describe("the middleware returns unchanged", () => {
  test("a redirect that the operation itself expects", async () => {
    const redirect = response(302, `${AWAY}/logs.zip?sig=1`);
    const request = callRequest("GET", { definition: callDefinitionOf(getWorkflowRunLogs) });
    const { sent, result } = await sendThrough(request, [redirect]);
    expect(sent).toHaveLength(1);
    expect(result).toBe(redirect);
    // If the repository has moved, its logs are at the new location.
    expect((await sendThrough(request, [response(301, "/repositories/1/logs"), redirect])).result).toBe(redirect);
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
  ])("a response without a usable location: %i %s", async (status, location) => {
    const notFollowed = response(status, location);
    const { sent, result } = await sendThrough(callRequest("GET"), [notFollowed]);
    expect(sent).toHaveLength(1);
    expect(result).toBe(notFollowed);
  });
});

test("the middleware passes on errors of the next handler", async () => {
  const failure = new Error("no network");
  const send = followRedirects(async ({ url }) => {
    if (url.pathname === "/x") throw failure;
    return response(302, "/x");
  });
  await expect(send(callRequest("GET"))).rejects.toBe(failure);
});

test("no redirect chain sends a token or a body to another origin, or the token anywhere afterwards", async () => {
  const location = fc
    .tuple(
      fc.constantFrom(HOME, AWAY, "//store.test", "//forge.test", "http://forge.test", "", "https://me:x@store.test"),
      fc.constantFrom("/a", "/b?sig=secret", "?sig=secret", "/\\store.test/c", "/.//store.test/d"),
    )
    .map((parts) => parts.join(""));
  const hop = fc.record({ status: fc.constantFrom(...STATUSES), location });
  const headerNames = fc.oneof(
    fc.constantFrom("authorization", "Authorization", "x-key", "private-token", "cookie", "accept", "user-agent"),
    fc.stringMatching(/^[A-Za-z-]{1,20}$/),
  );
  const expectsRedirect: CallDefinition = {
    ...callDefinitionOf(getRepository),
    success: { 200: undefined, 307: undefined },
  };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Method>("GET", ...WRITES),
      fc.array(hop, { maxLength: 8 }),
      fc.dictionary(headerNames, fc.constant("own-value")),
      fc.constantFrom(callDefinitionOf(getRepository), expectsRedirect),
      async (method, hops, headers, definition) => {
        const request = callRequest(method, { headers, definition, body: "{}" });
        const { sent, error, message } = await sendThrough(
          request,
          hops.map(({ status, location }) => response(status, location)),
        );
        const carriesToken = sent.map(
          ({ anonymous, headers }) =>
            anonymous !== true ||
            Object.keys(headers).some((name) => !/^(accept|user-agent|x-github-api-version)$/i.test(name)),
        );
        const firstCrossOrigin = sent.findIndex(({ url }) => url.origin !== HOME);
        const sameOrigin = firstCrossOrigin < 0 ? sent : sent.slice(0, firstCrossOrigin);
        const crossOrigin = firstCrossOrigin < 0 ? [] : sent.slice(firstCrossOrigin);
        expect(carriesToken.slice(sameOrigin.length)).toEqual(crossOrigin.map(() => false));
        expect(crossOrigin.map(({ method, body }) => [method, body])).toEqual(
          crossOrigin.map(() => ["GET", undefined]),
        );
        for (const { url, redact: _, ...rest } of sameOrigin) expect({ ...rest, url: request.url }).toEqual(request);
        for (const { url } of sent) expect([url.protocol, url.username]).toEqual(["https:", ""]);
        expect(sent.length).toBeLessThanOrEqual(6);
        if (error !== undefined) {
          expect(isResponseError(error)).toBe(true);
          expect(message).not.toContain("secret");
        }
      },
    ),
    { numRuns: pickSize(200, 1000) },
  );
});
