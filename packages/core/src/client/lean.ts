import type { WireNames } from "../dialect/dialect.ts";
import { githubNames } from "../dialect/github-names.ts";
import { wrongField } from "../errors.ts";
import { interpreted } from "../validation/interpreted.ts";
import { cache as caching } from "./cache/cache.ts";
import { type CacheOptions, readCache } from "./cache/options.ts";
import { type CallOptions, checkWishes } from "./call-options.ts";
import { caller, calling, ITEMS, lister } from "./calling.ts";
import { chain, type Step } from "./chain.ts";
import type { Items, PlainCall } from "./client-types.ts";
import { systemClock } from "./clock.ts";
import { accountOf } from "./credentials/token.ts";
import type { Preset } from "./pace/limits.ts";
import { type PaceOptions, readPace } from "./pace/options.ts";
import { pacing } from "./pace/pacing.ts";
import { attempts } from "./steps/attempt.ts";
import { type RetryOptions, readRetry, retry as retrying } from "./steps/retry.ts";
import { fetchTransport } from "./transport/fetch.ts";
import type { Transport } from "./transport/transport.ts";

/** Which service, as whom, and with which steps. */
export interface LeanOptions extends Pick<CallOptions, "priority" | "timeout" | "deadline" | "maxWait"> {
  /** The API's root: `https://api.github.com`, `https://forge.example.com/api/v3`. */
  readonly baseUrl: string;
  /** Whose token to send; none: anonymous calls. */
  readonly token?: string | undefined;
  /** The vendor's names on the wire; default github.com's, others from `@forgehand/core/dialects`. */
  readonly dialect?: WireNames | undefined;
  /** What a call goes through before it is sent, outermost first: `cache()`, `retry()`, `pace()`, and one's own. */
  readonly steps?: readonly Step[] | undefined;
  /** What sends requests; default the platform's own `fetch`. */
  readonly transport?: Transport | undefined;
}

/** Calls, and the items of lists. */
export interface LeanClient {
  readonly call: PlainCall;
  readonly items: Items;
}

/**
 * A client for those who count bytes: calls and lists, checked both ways, with the steps that it is given and no others:
 * without any it neither waits for limits, nor repeats, nor remembers. It has no credentials but a token.
 * Its errors are `createClient`'s, without the advice on what a token lacks.
 * @throws InputError on an option that can't be right, naming it and never repeating the token
 */
export function leanClient(options: LeanOptions): LeanClient {
  if (typeof options !== "object" || options === null) throw wrongField("options", "must be an object with a baseUrl");
  const { baseUrl, token, dialect = githubNames, steps = [], transport, ...wishes } = options;
  const { priority, timeout, deadline, maxWait, ...others } = wishes;
  for (const name of Object.keys(others)) throw wrongField(name, "is no option of leanClient");
  checkWishes(wishes, false, wrongField);
  if (typeof dialect?.segments !== "object" || !dialect.segments) {
    throw wrongField("dialect", "must be one of @forgehand/core/dialects");
  }
  if (!Array.isArray(steps) || steps.some((step) => typeof step !== "function")) {
    throw wrongField("steps", "must be an array of functions");
  }
  if (transport !== undefined && typeof transport !== "function") throw wrongField("transport", "must be a function");
  const clock = systemClock;
  const authorized = withToken(token);
  const ways = calling({
    baseUrl: readAddress(baseUrl),
    dialect,
    edition: undefined,
    version: undefined,
    timeout: timeout ?? 30_000,
    deadline: deadline ?? Infinity,
    maxWait: maxWait ?? Infinity,
    priority: priority ?? "normal",
    validation: interpreted,
    clock,
    tellOf: undefined,
    owner: { account: token === undefined ? "anonymous" : accountOf(token), label: async () => undefined },
    caller: () => ({ token, kind: undefined }),
    explain: { forbidden: () => ({ missing: [], advice: "" }), hidden: () => "" },
  });
  const end = attempts(transport ?? fetchTransport(globalThis.fetch.bind(globalThis)), clock);
  const send = chain([...steps, authorized], end);
  return { call: caller(ways, send), items: lister(ways, send, ITEMS) };
}

function withToken(token: string | undefined): Step {
  if (token === undefined) return (next) => next;
  if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token))
    throw wrongField("token", "must be a string without spaces");
  const authorization = `Bearer ${token}`;
  return (next) => (request) =>
    next(request.anonymous ? request : { ...request, headers: { ...request.headers, authorization } });
}

function readAddress(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url && /^https?:\/\/[^?#@]+$/.test(url.href)) return url;
  throw wrongField("baseUrl", "must be the API's root, such as https://api.github.com");
}

/** Time and chance are the platform's. */
const surroundings = { clock: systemClock, random: Math.random };

/** Keeps to limits: default the published ones. What is kept in a storage is kept under the owner's name. @throws InputError */
export function pace(options?: Preset | PaceOptions): Step {
  const settings = readPace(options);
  if (settings.storage && settings.owner === undefined) {
    throw wrongField("pace.owner", "is missing: what is kept needs a name");
  }
  return pacing(settings, surroundings);
}

/** Sends again what is safe to send again. @throws InputError */
export function retry(options?: RetryOptions): Step {
  return retrying(readRetry(options), surroundings);
}

/** Asks only for what has changed. @throws InputError */
export function cache(options?: CacheOptions): Step {
  return caching(readCache(options), systemClock);
}
