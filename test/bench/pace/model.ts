import { createRateLimiter } from "../../../packages/emulator/src/limits/rate-limiter.ts";
import { LIMIT_PRESETS, type QuotaOwner } from "../../../packages/emulator/src/limits/settings.ts";
import { createSlidingWindow } from "../../../packages/emulator/src/limits/sliding-window.ts";
import type { WireRequest } from "./job.ts";
import { type LimitRules, NEAR, type NetworkLatency, PUBLISHED_LIMITS, requestCost } from "./limit-rules.ts";
import { type ModelResponse, responseTo } from "./model-responses.ts";
import { seededRandom } from "./seeded-random.ts";

const OWNER: QuotaOwner = { kind: "user", id: 1, name: "user ID 1" };

export interface ServiceOptions {
  readonly rules?: LimitRules;
  readonly latency?: NetworkLatency;
  /** Share of executed requests whose response is lost. */
  readonly lostResponses?: number;
  readonly seed?: number;
}

export type ModelService = ReturnType<typeof createModelService>;

/**
 * Creates a service that enforces exactly its limits, as the emulator does, behind a network with latency. Uses `setTimeout` and
 * `Date` as they are at the time of a call.
 */
export function createModelService({
  rules = PUBLISHED_LIMITS,
  latency = NEAR,
  lostResponses = 0,
  seed = 1,
}: ServiceOptions = {}) {
  const latencyRandom = seededRandom(seed);
  const lossRandom = seededRandom(seed + 1);
  const networkDelay = () =>
    sleep(latency.shortest + Math.floor(latencyRandom() * (latency.longest - latency.shortest + 1)));
  const { cpu: cpuLimit, primary, ...secondary } = rules;
  const user = { ...LIMIT_PRESETS.published.primary.user, core: primary };
  const limiter = createRateLimiter({ primary: { user }, secondary });
  const cpu = createSlidingWindow(cpuLimit.limit, cpuLimit.seconds * 1000);
  const executed = new Map<string, number>();
  let refused = 0;

  const executions = ({ method, path }: Pick<WireRequest, "method" | "path">) => executed.get(`${method} ${path}`) ?? 0;

  /** Counts a request, or rejects it. */
  function tryStart(request: WireRequest, now: number) {
    const { serviceTime, ...weight } = requestCost(request);
    const retryAfter = limiter.status(OWNER, "core", now)?.remaining === 0 ? 0 : cpu.wait(now, serviceTime);
    if (retryAfter > 0) return { refused: "cpu", retryAfter } as const;
    const admission = limiter.tryStart(OWNER, { ...weight, resource: "core" }, now);
    if (!admission.refused) cpu.add(now, serviceTime);
    return admission;
  }

  function rateLimitHeaders(now: number): Readonly<Record<string, string>> {
    const status = Object.entries(limiter.status(OWNER, "core", now) ?? {});
    return Object.fromEntries(status.map(([name, value]) => [`x-ratelimit-${name}`, String(value)]));
  }

  async function roundTrip(request: WireRequest): Promise<Response> {
    await networkDelay();
    const arrival = Date.now();
    const admission = tryStart(request, arrival);
    // As of the request's arrival: the window can end before the work does.
    const quotaHeaders = rateLimitHeaders(arrival);
    if (admission.refused) {
      refused++;
      const response = respond(rejectionOf(admission.refused, admission.retryAfter), quotaHeaders);
      await networkDelay();
      return response;
    }
    await sleep(requestCost(request).serviceTime);
    admission.finish({ notModified: false });
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

  const fetch: typeof globalThis.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? (input instanceof Request ? input.method : "GET");
    const pending = roundTrip({ method, path: pathname });
    return init?.signal ? abortable(pending, init.signal) : pending;
  };
  return { fetch, refused: () => refused, executions };
}

function rejectionOf(limit: string, retryAfter: number): ModelResponse {
  if (limit === "primary") return { status: 403, body: { message: `API rate limit exceeded for ${OWNER.name}.` } };
  const message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
  return {
    status: 403,
    body: { message },
    headers: { "retry-after": String(Math.max(1, Math.ceil(retryAfter / 1000))) },
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
