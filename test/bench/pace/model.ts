import { type Answer, answerTo } from "./answers.ts";
import { fixedWindow } from "./fixed-window.ts";
import type { WireRequest } from "./job.ts";
import { seededRandom } from "./random.ts";
import { LATENCY, loadOf, PUBLISHED, type Rules } from "./rules.ts";
import { slidingLog } from "./sliding-log.ts";

export interface ServiceOptions {
  readonly rules?: Rules;
  /** The share of executed requests whose answer never arrives. */
  readonly lostAnswers?: number;
  readonly seed?: number;
}

/** A service that keeps exactly to its rules, behind a network. */
export interface Service {
  readonly fetch: typeof globalThis.fetch;
  /** How many requests it has refused. */
  readonly refused: () => number;
  /** How often it has executed a request. */
  readonly executions: (request: Pick<WireRequest, "method" | "path">) => number;
}

/** A service with a network that takes time by `setTimeout` and `Date`, as they are when it is called. */
export function createService({ rules = PUBLISHED, lostAnswers = 0, seed = 1 }: ServiceOptions = {}): Service {
  const latencies = seededRandom(seed);
  const losses = seededRandom(seed + 1);
  const travel = () => pass(LATENCY.shortest + Math.floor(latencies() * (LATENCY.longest - LATENCY.shortest + 1)));
  const points = slidingLog(rules.points);
  const cpu = slidingLog(rules.cpu);
  const contentPerMinute = slidingLog(rules.contentPerMinute);
  const contentPerHour = slidingLog(rules.contentPerHour);
  const primary = fixedWindow(rules.primary);
  const executed = new Map<string, number>();
  let inFlight = 0;
  let refused = 0;

  const executions = ({ method, path }: Pick<WireRequest, "method" | "path">) => executed.get(`${method} ${path}`) ?? 0;

  /** Lets a request in, or says why not. */
  function refuse(request: WireRequest, now: number): Answer | undefined {
    if (primary.used(now) >= rules.primary.limit) {
      return { status: 403, body: { message: "API rate limit exceeded for user ID 1." } };
    }
    const { service, createsContent, ...load } = loadOf(request);
    const logs = [
      { log: points, weight: load.points },
      { log: cpu, weight: service },
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

  function quota(now: number): Readonly<Record<string, string>> {
    const used = primary.used(now);
    return {
      "x-ratelimit-limit": String(rules.primary.limit),
      "x-ratelimit-remaining": String(rules.primary.limit - used),
      "x-ratelimit-used": String(used),
      // Rounded up: who comes back then comes back late enough.
      "x-ratelimit-reset": String(Math.ceil(primary.end(now) / 1000)),
      "x-ratelimit-resource": "core",
    };
  }

  async function exchange(request: WireRequest): Promise<Response> {
    await travel();
    const arrival = Date.now();
    const refusal = refuse(request, arrival);
    // As it is on arrival: the window may end before the work does.
    const left = quota(arrival);
    if (refusal) {
      refused++;
      const response = respond(refusal, left);
      await travel();
      return response;
    }
    inFlight++;
    await pass(loadOf(request).service);
    inFlight--;
    const times = executions(request) + 1;
    executed.set(`${request.method} ${request.path}`, times);
    const response = respond(answerTo(request, times === 1), left);
    const isLost = losses() < lostAnswers;
    await travel();
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
      const exchanged = exchange({ method, path: pathname });
      const signal = init?.signal;
      return signal ? orAborted(exchanged, signal) : exchanged;
    },
    refused: () => refused,
    executions,
  };
}

/** Who aborts stops waiting; what the service has got it executes all the same. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function pass(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function respond({ status, body, headers }: Answer, quota: Readonly<Record<string, string>>): Response {
  const date = new Date().toUTCString();
  const type = "application/json; charset=utf-8";
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { date, "content-type": type, ...quota, ...headers },
  });
}
