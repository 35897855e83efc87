import { createFixedWindow } from "./fixed-window.ts";
import type { WireRequest } from "./job.ts";
import { type LimitRules, NEAR, type NetworkLatency, PUBLISHED_LIMITS, requestCost } from "./limit-rules.ts";
import { type ModelResponse, responseTo } from "./model-responses.ts";
import { seededRandom } from "./seeded-random.ts";
import { createSlidingLog } from "./sliding-log.ts";

export interface ServiceOptions {
  readonly rules?: LimitRules;
  readonly latency?: NetworkLatency;
  /** Share of executed requests whose response is lost. */
  readonly lostResponses?: number;
  readonly seed?: number;
}

/** A service that enforces exactly its limits, behind a network with latency. */
export interface ModelService {
  readonly fetch: typeof globalThis.fetch;
  /** Number of requests that were rejected. */
  readonly refused: () => number;
  readonly executions: (request: Pick<WireRequest, "method" | "path">) => number;
}

/** Creates a service with simulated latency. Uses `setTimeout` and `Date` as they are at the time of a call. */
export function createModelService({
  rules = PUBLISHED_LIMITS,
  latency = NEAR,
  lostResponses = 0,
  seed = 1,
}: ServiceOptions = {}): ModelService {
  const latencyRandom = seededRandom(seed);
  const lossRandom = seededRandom(seed + 1);
  const networkDelay = () =>
    sleep(latency.shortest + Math.floor(latencyRandom() * (latency.longest - latency.shortest + 1)));
  const points = createSlidingLog(rules.points);
  const cpu = createSlidingLog(rules.cpu);
  const contentPerMinute = createSlidingLog(rules.contentPerMinute);
  const contentPerHour = createSlidingLog(rules.contentPerHour);
  const primary = createFixedWindow(rules.primary);
  const executed = new Map<string, number>();
  let inFlight = 0;
  let refused = 0;

  const executions = ({ method, path }: Pick<WireRequest, "method" | "path">) => executed.get(`${method} ${path}`) ?? 0;

  /** Counts a request, or returns the response that rejects it. */
  function checkLimits(request: WireRequest, now: number): ModelResponse | undefined {
    if (primary.used(now) >= rules.primary.limit) {
      return { status: 403, body: { message: "API rate limit exceeded for user ID 1." } };
    }
    const { serviceTime, createsContent, ...load } = requestCost(request);
    const logs = [
      { log: points, weight: load.points },
      { log: cpu, weight: serviceTime },
      ...(createsContent ? [contentPerMinute, contentPerHour].map((log) => ({ log, weight: 1 })) : []),
    ];
    const wait = Math.max(...logs.map(({ log, weight }) => log.wait(weight, now)));
    if (wait > 0 || inFlight >= rules.inFlight) {
      const message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
      const seconds = Math.max(1, Math.ceil(wait / 1000));
      return { status: 403, body: { message }, headers: { "retry-after": String(seconds) } };
    }
    for (const { log, weight } of logs) log.add(weight, now);
    primary.count(now);
    return undefined;
  }

  function rateLimitHeaders(now: number): Readonly<Record<string, string>> {
    const used = primary.used(now);
    return {
      "x-ratelimit-limit": String(rules.primary.limit),
      "x-ratelimit-remaining": String(rules.primary.limit - used),
      "x-ratelimit-used": String(used),
      // Rounded up, so that a client that waits until the reset does not come back too early.
      "x-ratelimit-reset": String(Math.ceil(primary.resetTime(now) / 1000)),
      "x-ratelimit-resource": "core",
    };
  }

  async function roundTrip(request: WireRequest): Promise<Response> {
    await networkDelay();
    const arrival = Date.now();
    const rejection = checkLimits(request, arrival);
    // As of the request's arrival: the window can end before the work does.
    const quotaHeaders = rateLimitHeaders(arrival);
    if (rejection) {
      refused++;
      const response = respond(rejection, quotaHeaders);
      await networkDelay();
      return response;
    }
    inFlight++;
    await sleep(requestCost(request).serviceTime);
    inFlight--;
    const executionCount = executions(request) + 1;
    executed.set(`${request.method} ${request.path}`, executionCount);
    const response = respond(responseTo(request, executionCount === 1), quotaHeaders);
    const isLost = lossRandom() < lostResponses;
    await networkDelay();
    if (isLost) {
      const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
      throw new TypeError("fetch failed", { cause });
    }
    return response;
  }

  return {
    fetch: (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      const method = init?.method ?? (input instanceof Request ? input.method : "GET");
      const pending = roundTrip({ method, path: pathname });
      const signal = init?.signal;
      return signal ? abortable(pending, signal) : pending;
    },
    refused: () => refused,
    executions,
  };
}

/** Rejects when the signal is aborted. The service still executes requests that it has received. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function respond(
  { status, body, headers }: ModelResponse,
  rateLimitHeaders: Readonly<Record<string, string>>,
): Response {
  const date = new Date().toUTCString();
  const type = "application/json; charset=utf-8";
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { date, "content-type": type, ...rateLimitHeaders, ...headers },
  });
}
