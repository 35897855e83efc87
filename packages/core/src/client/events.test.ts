import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { definitionOf } from "../contract/definition-of.ts";
import { createRepositoryHook } from "../contract/repository/hooks.ts";
import { listStargazers } from "../contract/repository/starring.ts";
import { createRepositoryVariable } from "../contract/repository/variables.ts";
import { getSubscription, setSubscription } from "../contract/repository/watching.ts";
import { getWorkflowRunLogs } from "../contract/repository/workflow-runs.ts";
import { listWatchedRepositories } from "../contract/user/watching.ts";
import type { Client } from "./client-types.ts";
import { subscription, widgets } from "./mock-client.fixture.ts";
import { variable } from "./payloads.fixture.ts";
import { createTestClient, outcomeOf, type Reply, reply, START, startService } from "./service.fixture.ts";

const noPacing = () => ({ preset: "off", owner: crypto.randomUUID() }) as const;

describe("events", () => {
  test("report what happens to a call, in order", async () => {
    const { origin } = await startService((_, requestsSoFar) =>
      requestsSoFar.length === 1
        ? reply(429, { message: "slow down" }, { "retry-after": "3" })
        : requestsSoFar.length === 2
          ? reply(502)
          : reply(404, { message: "Not Found" }),
    );
    const { call, clock, events, waitForEvent } = createTestClient(origin, { random: () => 0.5 });
    const end = outcomeOf(call(setSubscription, widgets));
    await waitForEvent("retry");
    await clock.advance(3000);
    await waitForEvent("wait");
    await clock.advance(500);
    await waitForEvent("retry", 2);
    await clock.advance(500);
    expect(await end).toMatchObject({ name: "NotFoundError" });
    const at = (milliseconds: number) => new Date(START + milliseconds);
    const common = {
      call: 1,
      route: "PUT /repos/{owner}/{repo}/subscription",
      path: "/api/v3/repos/acme/widgets/subscription",
    };
    expect(events).toEqual([
      { ...common, type: "start", attempt: 1 },
      { ...common, type: "response", attempt: 1, status: 429, milliseconds: 0, cached: false },
      { ...common, type: "retry", attempt: 2, reason: "429: rate limited", until: at(3000) },
      { ...common, type: "wait", reason: "pause", until: at(3500) },
      { ...common, type: "start", attempt: 2 },
      { ...common, type: "response", attempt: 2, status: 502, milliseconds: 0, cached: false },
      { ...common, type: "retry", attempt: 3, reason: "502", until: at(4000) },
      { ...common, type: "start", attempt: 3 },
      { ...common, type: "response", attempt: 3, status: 404, milliseconds: 0, cached: false },
      { ...common, type: "error", error: await end },
    ]);
  });

  test("number a client's calls, verifications included", async () => {
    const { origin } = await startService(({ method }) => (method === "GET" ? reply(200, variable("3")) : reply(502)));
    const { call, clock, events, waitForEvent } = createTestClient(origin);
    const end = call(createRepositoryVariable, { ...widgets, name: "LEVEL", value: "3" });
    await waitForEvent("retry");
    await clock.advance(10_000);
    await end;
    expect(events.map(({ call, type, route }) => `${call} ${type} ${route.split(" ")[0]}`)).toEqual([
      "1 start POST",
      "1 response POST",
      "1 retry POST",
      "2 start GET",
      "2 response GET",
    ]);
  });

  test("report the duration and whether the response was cached", async () => {
    const { origin } = await startService(({ headers }) =>
      headers["if-none-match"] ? reply(304) : reply(200, subscription, { etag: '"1"' }),
    );
    const { call, events } = createTestClient(origin);
    await call(getSubscription, widgets);
    await call(getSubscription, widgets);
    expect(events.filter(({ type }) => type === "response")).toMatchObject([
      { call: 1, status: 200, cached: false, milliseconds: 0 },
      { call: 2, status: 304, cached: true },
    ]);
  });

  test("report a deprecated operation once, before its first call", async () => {
    const { origin } = await startService(() => reply(200, []));
    const { call, events } = createTestClient(origin);
    await call(listWatchedRepositories);
    await call(listWatchedRepositories);
    await call(listStargazers, widgets);
    const { from, note } = definitionOf(listWatchedRepositories).deprecated ?? {};
    expect(events.filter(({ type }) => type !== "response")).toMatchObject([
      { type: "deprecated", call: 1, route: "GET /user/subscriptions", from, note, until: undefined },
      { type: "start", call: 1 },
      { type: "start", call: 2 },
      { type: "start", call: 3 },
    ]);
  });

  test("contain paths without queries", async () => {
    const { origin } = await startService(() => reply(200, []));
    const { call, request, events } = createTestClient(origin);
    await call(listStargazers, { ...widgets, page: 5, per_page: 3 });
    await request("GET /x", { key: "5" });
    expect(JSON.stringify(events)).not.toMatch(/page|key/);
  });

  test("do not fail the call if their listener throws", async () => {
    const { origin } = await startService(() => reply(200, subscription));
    const onEvent = () => {
      throw new Error("The log is full.");
    };
    expect(await createTestClient(origin, { onEvent }).call(getSubscription, widgets)).toEqual(subscription);
  });
});

/** Forms in which a service can repeat a text that it received. */
const FORMS: readonly (readonly [name: string, encode: (text: string) => string])[] = [
  ["as it is", (text) => text],
  ["JSON", (text) => JSON.stringify(text)],
  ["percent-encoded", encodeURIComponent],
  ["percent-encoded in lower case", (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase())],
  ["base64", (text) => Buffer.from(text).toString("base64")],
  ["base64 of a user and the text", (text) => Buffer.from(`x:${text}`).toString("base64")],
  ["base64 of a list with the text", (text) => Buffer.from(`x,${text}!`).toString("base64")],
  ["base64url", (text) => Buffer.from(text).toString("base64url")],
  ["hex", (text) => Buffer.from(text).toString("hex")],
  ["upper-case hex", (text) => Buffer.from(text).toString("hex").toUpperCase()],
  ["upper case", (text) => text.toUpperCase()],
  ["with zero-width spaces", (text) => text.replace(/.{6}/gsu, "$&\u200b")],
  ["with soft hyphens", (text) => text.replace(/.{7}/gsu, "$&\u00ad")],
  ["with control characters", (text) => text.replace(/.{5}/gsu, "$&\u0007")],
];

const STATUSES = [200, 201, 204, 301, 302, 307, 308, 400, 401, 403, 404, 409, 410, 418, 422, 429, 500, 501, 502, 503];

const BODIES: readonly (readonly [name: string, create: (echo: string) => string])[] = [
  [
    "an error",
    (echo) =>
      JSON.stringify({
        message: `${echo} is bad, and so is ${echo}.`,
        documentation_url: `https://docs.test/${echo}`,
        errors: [echo, { field: echo, code: echo, message: echo }],
      }),
  ],
  ["an object with other fields", (echo) => JSON.stringify({ [echo]: echo, id: echo })],
  ["an empty list", () => "[]"],
  ["text", (echo) => echo],
  ["a page", (echo) => `<title>${echo}</title>`],
  ["broken JSON", (echo) => `{"message":${JSON.stringify(echo)}`],
  ["nothing", () => ""],
];

const LOCATIONS = [
  (echo: string) => `/x/${toPath(echo)}`,
  (echo: string) => `/?key=${toPath(echo)}`,
  (echo: string) => `//store.test/x/${toPath(echo)}?page=2`,
  (echo: string) => `https://${toHost(echo)}.test/?page=2`,
  (echo: string) => `http://forge.test/x/${toPath(echo)}`,
  (echo: string) => `https://${toHost(echo)}@forge.test/`,
  (echo: string) => `/?page=${toPath(echo)}`,
];

const toPath = (text: string) => encodeURI(text).replace(/[?#/]/g, encodeURIComponent);
/** The text, if host names can contain it, with the only punctuation that they usually have. */
const toHost = (text: string) => (/^\w+$/.test(text) ? text.replaceAll("_", "-") : "service");

/** Headers that a client could read, each with the text. */
const ECHOING_HEADERS = [
  "x-github-request-id",
  "x-oauth-scopes",
  "x-accepted-oauth-scopes",
  "x-accepted-github-permissions",
  "x-github-sso",
  "www-authenticate",
  "x-ratelimit-resource",
  "x-ratelimit-reset",
  "retry-after",
  "github-authentication-token-expiration",
  "x-github-media-type",
  "deprecation",
  "sunset",
  "etag",
  "date",
  "set-cookie",
  "server",
  "via",
];

/** The text, or an encoded form of it if headers and URLs cannot contain it. */
const toHeader = (text: string) => (/^[\x21-\x7e]*$/.test(text) ? text : encodeURIComponent(text));

/** Everything that logs write of an error or an event, without what is invisible. */
const writtenForms = (value: unknown) =>
  visible(
    [String(value), JSON.stringify(value), inspect(value, { depth: 20, showHidden: true })].join("\n") +
      (value instanceof Error ? `${value.stack}` : ""),
  );

const visible = (text: string) => text.replace(/[\p{C}\p{Z}]/gu, "").toLowerCase();

/** All parts of a text with a length that does not occur by chance. */
function partsOf(text: string): string[] {
  const length = 9;
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length));
}

/** Calls of each kind. */
function exampleCalls({ call, items, download }: Pick<Client, "call" | "items" | "download">, secret: string) {
  const config = { url: "https://receiver.test/?key=secret-query", secret };
  return {
    read: () => call(getSubscription, widgets),
    write: () => call(createRepositoryHook, { ...widgets, config }),
    list: () => Array.fromAsync(items(listStargazers, { ...widgets, page: 1 })),
    download: () => download(getWorkflowRunLogs, { ...widgets, run_id: 1 }),
  };
}

type ExampleCall = keyof ReturnType<typeof exampleCalls>;

const nextPage = (url: string) => reply(200, [], { link: `<${url}>; rel="next"` });

describe("a hostile service", () => {
  const text = fc.string({
    minLength: 12,
    unit: fc.constantFrom(..."abcdefgXYZ0189", ..."!#$&'*+,-./:;=?@^_|~", " ", "ä"),
  });
  const secrets = fc.oneof(
    text,
    fc.tuple(text, text).map((lines) => lines.join("\n")),
  );
  const tokens = fc.oneof(
    fc.string({ minLength: 20, unit: fc.constantFrom(..."abcdefXYZ0189") }).map((text) => `ghp_${text}`),
    fc.string({ minLength: 40, maxLength: 40, unit: fc.constantFrom(..."abcdef0123456789") }),
    fc.string({ minLength: 20, unit: fc.constantFrom(..."aZ09", ..."!\"#$&'*+,-./:;<=>?@[\\]^_`{|}~") }),
  );
  const replies = fc.record({
    status: fc.constantFrom(...STATUSES),
    body: fc.constantFrom(...BODIES),
    location: fc.constantFrom(...LOCATIONS),
    isTyped: fc.boolean(),
    isLost: fc.boolean(),
  });

  test("neither events nor errors contain the token, a secret or a query, whatever the service returns", async () => {
    const call = fc.constantFrom<ExampleCall>("read", "write", "list", "download");
    await fc.assert(
      fc.asyncProperty(
        tokens,
        secrets,
        fc.constantFrom(...FORMS),
        fc.constantFrom("token", "secret"),
        fc.array(replies, { minLength: 1, maxLength: 4 }),
        call,
        async (token, secret, [, encode], repeated, hostileReplies, call) => {
          const hidden = repeated === "token" || call !== "write" ? token : secret;
          const echo = encode(hidden);
          const header = toHeader(echo);
          let count = 0;
          const fetch: typeof globalThis.fetch = async () => {
            const {
              status,
              body: [, createBody],
              location,
              isTyped,
              isLost,
            } = hostileReplies[count++ % hostileReplies.length] ?? fail();
            if (isLost) throw new TypeError(`No way with ${echo}`, { cause: { message: echo, request: { echo } } });
            const headers = new Headers({
              ...Object.fromEntries(ECHOING_HEADERS.map((name) => [name, header])),
              "content-type": isTyped ? "application/json" : `text/${header}`,
              link: `<${location(echo)}>; rel="next"`,
              location: location(echo),
            });
            const text = status === 204 ? null : createBody(echo);
            return new Response(text, { status, statusText: header, headers });
          };
          const { clock, events, ...client } = createTestClient("https://forge.test", {
            credentials: token,
            fetch,
            pace: noPacing(),
            cache: false,
          });
          const error = await clock.runUntil(outcomeOf(exampleCalls(client, secret)[call]()));
          const written = writtenForms(events) + writtenForms(error);
          expect(count).toBeGreaterThan(0);
          expect(written).not.toContain("secret-query");
          const parts = [hidden, ...hidden.split("\n"), echo, header, toPath(echo)].map(visible).flatMap(partsOf);
          expect(parts.filter((part) => written.includes(part))).toEqual([]);
        },
      ),
      { numRuns: pickSize(300, 2000) },
    );
  }, 120_000);

  const token = "ghp_0123456789abcdef";
  const echoing = reply(422, { message: `No to ${token}.` });
  const redirect = (status: number, location: string) => reply(status, { message: "Moved" }, { location });
  const other = "https://[secret].test";

  test.each<[string, readonly Reply[], ExampleCall, string]>([
    ["in the path of a redirect loop", [redirect(302, `/${token}`)], "read", "/[secret]."],
    ["in the path that a POST is redirected to", [redirect(301, `/x/${token}`)], "write", "/x/[secret], which"],
    ["in the host that a write is redirected to", [redirect(307, `https://${token}.test/`)], "write", `to ${other},`],
    ["in the host of the next page", [nextPage(`https://${token}.test/?page=2`)], "list", `is on ${other}, but`],
    ["as the position of the next page", [nextPage(`/?page=${token}`)], "list", "does not advance: page=…"],
    ["in the link to a download", [redirect(302, `/x/${token}`), "lost"], "download", "/x/[secret]: The connection"],
    ["after a redirect", [redirect(302, `/${token}`), redirect(302, "/y"), echoing], "read", "422 No to [secret]."],
    [
      "after a redirect, lost",
      [redirect(307, `/${token}`), redirect(307, `/${token}`), "lost"],
      "write",
      "/[secret]: ",
    ],
    ["after a redirect, too large", [redirect(302, `/${token}`), reply(200, "x".repeat(2000))], "read", "/[secret]: "],
  ])("that repeats the token %s gives an error without it", async (_, replies, name, message) => {
    const { origin } = await startService((_, { length }) => replies[(length - 1) % replies.length] ?? fail());
    const client = createTestClient(origin, { credentials: token, retry: false, maxBodyBytes: 1000 });
    const error = await outcomeOf(exampleCalls(client, "")[name]());
    const written = writtenForms(error) + writtenForms(client.events);
    expect(error).toMatchObject({ message: expect.stringContaining(message) });
    expect(written).not.toContain(token.slice(4));
  });

  test("the token that was sent is redacted, even if another one has been obtained meanwhile", async () => {
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const { promise: isReceived, resolve: receive } = Promise.withResolvers<void>();
    const { origin } = await startService(async ({ method, headers }) => {
      receive();
      if (method === "PUT") await isReleased;
      return reply(422, { message: `${headers.authorization} is bad.` });
    });
    const tokens = ["0123456789abcdef0123456789abcdef01234567", "fedcba9876543210fedcba9876543210fedcba98"];
    const { call, events } = createTestClient(origin, { credentials: () => tokens.shift() ?? "" });
    const [first, second] = tokens;
    const earlier = outcomeOf(call(setSubscription, widgets));
    await isReceived;
    const later = await outcomeOf(call(getSubscription, widgets));
    release();
    const written = writtenForms([await earlier, later, events]);
    expect(await earlier).toMatchObject({ detail: "Bearer [secret] is bad." });
    expect(later).toMatchObject({ detail: "Bearer [secret] is bad." });
    for (const token of [first, second]) expect(written).not.toContain(token);
  });

  test("a token of another account is redacted if its prefix shows that it is one", async () => {
    const other = "github_pat_11ABCDEFG0abcdefghijkl_0123456789abcdefghijklmnopqrstuvwxyz";
    const { origin } = await startService(() => reply(422, { message: `${other} and gh\u200bo_${"0aA".repeat(12)}.` }));
    expect(await outcomeOf(createTestClient(origin).call(getSubscription, widgets))).toMatchObject({
      detail: "[secret] and [secret].",
    });
  });
});

const fail = (): never => {
  throw new Error("The service must have a reply.");
};
