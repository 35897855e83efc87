import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { callDefinitionOf } from "../contract/call-definition.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import { getContents } from "../contract/repository/contents.ts";
import { createRepositoryHook } from "../contract/repository/hooks.ts";
import { listStargazers } from "../contract/repository/starring.ts";
import { getRepositoryVariable } from "../contract/repository/variables.ts";
import { getSubscription, setSubscription } from "../contract/repository/watching.ts";
import { githubNames } from "../dialect/github-names.ts";
import { ConnectionError, isForgeError, isInputError } from "../errors.ts";
import { isMatch } from "../schema/is-match.ts";
import { systemClock } from "./clock.ts";
import { recordCaller } from "./credentials/call-tokens.ts";
import type { LoadFailures } from "./described-error.ts";
import { loadLeanParts as loadFailures } from "./load-lean-parts.ts";
import { createAttempt } from "./middleware/attempt.ts";
import type { CallRequest, CallResponse } from "./middleware.ts";
import { jsonResponse } from "./mock-client.fixture.ts";
import { loadBeforeSending, onDemand } from "./on-demand.ts";
import { encodeRequest } from "./request/encode-request.ts";
import { decodeResponse } from "./response/decode-response.ts";
import { outcomeOf, TOKEN } from "./service.fixture.ts";
import type { Transport } from "./transport/transport.ts";

/** Loads nothing, as on a page without a network, or after a deployment removed the file. */
const failToLoad: LoadFailures = onDemand(() => Promise.reject(new TypeError("Failed to fetch the module.")));
const neverLoad: LoadFailures = onDemand(() => new Promise(() => undefined));

function callRequest(operation: AnyOperation, signal?: AbortSignal): CallRequest {
  const request: CallRequest = {
    id: {},
    operation,
    definition: callDefinitionOf(operation),
    input: {},
    owner: { account: "test", label: async () => undefined },
    method: operation.method,
    url: new URL("https://forge.test/repos/acme/widgets"),
    headers: { authorization: `Bearer ${TOKEN}` },
    ownHeaders: {},
    body: undefined,
    responseType: "text",
    signal,
    priority: "normal",
    timeout: 30_000,
    deadline: Number.POSITIVE_INFINITY,
    maxWait: Number.POSITIVE_INFINITY,
    mediaType: undefined,
    filePath: undefined,
    secrets: ["hunter2secret"],
    attempt: 1,
    emit: undefined,
  };
  recordCaller(request.id, { token: TOKEN, kind: "classic" });
  return request;
}

function decode(operation: AnyOperation, response: CallResponse, load: LoadFailures) {
  return outcomeOf(
    decodeResponse(callRequest(operation), response, {
      dialect: githubNames,
      caller: { token: TOKEN, kind: "classic" },
      loadFailures: load,
      loadAdvisor: undefined,
      clock: systemClock,
      validation: isMatch,
      validationMode: "strict",
    }),
  );
}

async function callResponse(body: Response): Promise<CallResponse> {
  return { status: body.status, headers: body.headers, text: await body.text() };
}

const withText = (text: string, status: number, headers: Record<string, string> = {}) =>
  new Response(text, { status, headers });

/** The part of an error that programs decide by. */
function essentials(error: unknown) {
  if (!isForgeError(error)) return error;
  const { name, status, route } = error;
  return { name, status, route, outcome: Reflect.get(error, "outcome") };
}

const FAILURES: [title: string, operation: AnyOperation, response: () => Response][] = [
  ...[400, 401, 403, 404, 409, 410, 418, 422, 429, 500, 501, 502, 503].flatMap(
    (status): [string, AnyOperation, () => Response][] => [
      [`${status} of a read`, listStargazers, () => jsonResponse({ message: `No, ${TOKEN} hunter2secret.` }, status)],
      [`${status} of a write`, createRepositoryHook, () => jsonResponse({ message: "No." }, status)],
      [`${status} with a page`, getSubscription, () => withText("<!doctype html>", status)],
      [`${status} without a body`, setSubscription, () => withText("", status)],
    ],
  ),
  ["a 403 with a rate limit", getSubscription, () => jsonResponse({ message: "API rate limit exceeded." }, 403)],
  ["a 403 with a retry time", getSubscription, () => jsonResponse({ message: "No." }, 403, { "retry-after": "7" })],
  ["a 422 with a rate limit", createRepositoryHook, () => jsonResponse({ message: "You do this too quickly." }, 422)],
  [
    "a 422 that quotes a rate limit",
    createRepositoryHook,
    () => jsonResponse({ message: "Validation failed: rate limit" }, 422),
  ],
  [
    "an error code with advice",
    getContents,
    () => jsonResponse({ message: "x", errors: [{ code: "too_large" }] }, 403),
  ],
  ["a status of another success", getSubscription, () => jsonResponse({}, 202)],
  ["a page in place of an absence", getRepositoryVariable, () => withText("<!doctype html>", 404)],
  ["a redirect that is not followed", getSubscription, () => withText("", 302)],
  ["a response that is not JSON", setSubscription, () => withText('{"a', 200)],
  ["a response of another shape", setSubscription, () => jsonResponse({ subscribed: TOKEN })],
];

describe("if the descriptions of failures can't be loaded", () => {
  test.each(FAILURES)("the error has the right class, status and outcome: %s", async (_, operation, response) => {
    const [described, undescribed] = [
      await decode(operation, await callResponse(response()), loadFailures),
      await decode(operation, await callResponse(response()), failToLoad),
    ];
    expect(essentials(undescribed)).toEqual(essentials(described));
    expect(isForgeError(undescribed)).toBe(true);
    expect(`${undescribed} ${JSON.stringify(undescribed)}`).not.toMatch(/hunter2secret|ghp_/);
  });

  test("an absence that can be hidden is a PermissionError", async () => {
    const hidden = { ...(await callResponse(jsonResponse({ message: "Not Found" }, 404))), isHidden: true } as const;
    expect(await decode(getRepositoryVariable, hidden, failToLoad)).toMatchObject({ name: "PermissionError" });
  });

  test("the error of a write warns that it may have taken effect", async () => {
    const failed = await callResponse(jsonResponse({}, 502));
    const warning = "It may have taken effect: check before you retry.";
    expect(await decode(createRepositoryHook, failed, failToLoad)).toHaveProperty(
      "detail",
      expect.stringContaining(warning),
    );
    expect(await decode(getSubscription, failed, failToLoad)).not.toHaveProperty(
      "detail",
      expect.stringContaining(warning),
    );
  });
});

describe("a failed connection", () => {
  const attempt = (transport: Transport, load: LoadFailures) =>
    createAttempt(transport, { text: 10, bytes: 10 }, systemClock, load);
  const refused = async () => {
    throw Object.assign(new Error(`No connection for ${TOKEN}.`), { code: "ECONNREFUSED" });
  };

  test("has an unknown outcome if it can't be described, without the secrets", async () => {
    const error = await outcomeOf(attempt(refused, failToLoad)(callRequest(createRepositoryHook)));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      outcome: "unknown",
      route: "POST /repos/{owner}/{repo}/hooks",
      message: expect.stringContaining("It may have taken effect: check before you retry."),
    });
    expect(`${error}`).not.toContain(TOKEN);
  });

  test("was not sent if its deadline had passed", async () => {
    const request = { ...callRequest(setSubscription), deadline: 0 };
    expect(await outcomeOf(attempt(refused, failToLoad)(request))).toMatchObject({
      name: "ConnectionError",
      outcome: "none",
    });
  });

  test("is a ResponseError if the response is too large", async () => {
    const large: Transport = async () => ({ status: 200, headers: new Headers(), text: "x".repeat(11) });
    expect(await outcomeOf(attempt(large, failToLoad)(callRequest(getSubscription)))).toMatchObject({
      name: "ResponseError",
      status: 200,
    });
  });

  test("ends with the reason of an abort while the descriptions are loaded", async () => {
    const controller = new AbortController();
    const reason = new Error("cancelled");
    const outcome = outcomeOf(attempt(refused, neverLoad)(callRequest(setSubscription, controller.signal)));
    setTimeout(() => controller.abort(reason));
    expect(await outcome).toBe(reason);
  });
});

describe("loading that takes too long", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("does not keep a failed call from ending", async () => {
    const failed = await callResponse(jsonResponse({}, 502));
    const outcome = decode(getSubscription, failed, neverLoad);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await outcome).toMatchObject({ name: "ServiceError", status: 502 });
  });

  test("fails a call that needs the part before it is sent", async () => {
    const outcome = outcomeOf(loadBeforeSending(neverLoad, undefined, { route: "GET /x" }));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await outcome).toMatchObject({ name: "ConnectionError", outcome: "none", route: "GET /x" });
  });
});

describe("a part that is loaded on demand", () => {
  test("is loaded once, and is then no promise", async () => {
    const load = vi.fn(async () => ({ part: 1 }));
    const part = onDemand(load);
    const [first, second] = await Promise.all([part(), part()]);
    expect(second).toBe(first);
    expect(part()).toBe(first);
    expect(load).toHaveBeenCalledOnce();
  });

  test("is loaded again after a failure", async () => {
    const load = vi.fn(async () => ({ part: 1 })).mockRejectedValueOnce(new Error("offline"));
    const part = onDemand(load);
    await expect(Promise.resolve(part())).rejects.toThrow("offline");
    expect(await part()).toEqual({ part: 1 });
  });
});

describe("an invalid input whose problem can't be described", () => {
  test.each([
    ["failed", failToLoad],
    ["took too long", neverLoad],
  ])("is rejected with the part of the request, if loading %s", async (_, load) => {
    vi.useFakeTimers();
    const target = {
      root: "https://forge.test",
      dialect: githubNames,
      edition: undefined,
      serviceClock: systemClock,
      loadFailures: load,
    };
    const input = { owner: "acme", repo: "widgets", subscribed: "hunter2" };
    const encoding = outcomeOf(Promise.resolve(encodeRequest(setSubscription, input, target, {})));
    await vi.advanceTimersByTimeAsync(5000);
    const error = await encoding;
    vi.useRealTimers();
    expect(isInputError(error) && error.field).toBe("body");
    expect(String(error)).toContain("body is invalid, and the description of the problem could not be loaded.");
    expect(String(error)).not.toContain("hunter2");
  });
});
