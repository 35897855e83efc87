import type { Item, ListOperation } from "../contract/operation-types.ts";
import type { WireNames } from "../dialect/dialect.ts";
import { githubNames } from "../dialect/github-names.ts";
import { invalidField } from "../errors.ts";
import { withoutTrailingDot } from "../internal/token-url.ts";
import { isMatch } from "../schema/is-match.ts";
import { cache as cacheMiddleware } from "./cache/cache.ts";
import { type LeanCacheOptions, readLeanCacheOptions } from "./cache/cache-options.ts";
import type { CallOptions } from "./call-options.ts";
import { createCall, createCallPipeline, createLister, YIELD_ITEMS } from "./call-pipeline.ts";
import { checkAnonymous } from "./check-anonymous.ts";
import { checkEncryption } from "./check-encryption.ts";
import type { CallArguments, ListMediaOptions, MediaOutput, PlainCall } from "./client-types.ts";
import { systemClock } from "./clock.ts";
import { hashToken } from "./credentials/token.ts";
import { createEventEmitter } from "./event-emitter.ts";
import type { CallEvent } from "./events.ts";
import { loadLeanParts } from "./load-lean-parts.ts";
import { createAttempt } from "./middleware/attempt.ts";
import { type RetryOptions, readRetryOptions, retry as retryMiddleware } from "./middleware/retry.ts";
import { compose, type Middleware } from "./middleware.ts";
import { type BasicPaceOptions, readBasicOptions } from "./pace/basic-options.ts";
import type { EarlyCalls } from "./pace/early-calls.ts";
import type { KeyedMutex } from "./pace/keyed-mutex.ts";
import type { PacePreset } from "./pace/limits.ts";
import { pacing } from "./pace/pacing.ts";
import type { QuotaSharing } from "./pace/shares.ts";
import type { UsageStorage } from "./pace/usage-storage.ts";
import { type HeaderOptions, readClientHeaders } from "./request/own-headers.ts";
import type { Listing } from "./response/pagination.ts";
import { type ResponseLimitOptions, readResponseLimits } from "./response/response-limits.ts";
import { validateSharedOptions } from "./shared-options.ts";
import { fetchTransport } from "./transport/fetch-transport.ts";
import type { Transport } from "./transport/transport.ts";

export { storedResponses } from "./cache/response-storage.ts";
export { serialKeys } from "./pace/keyed-mutex.ts";
export { quotaShare } from "./pace/shares.ts";
export { storedUsage } from "./pace/usage-storage.ts";

/** Options of {@link leanClient}. */
export interface LeanOptions
  extends Pick<CallOptions, "priority" | "timeout" | "deadline" | "maxWait">,
    HeaderOptions,
    ResponseLimitOptions {
  /** Root URL of the API: `https://api.github.com`, `https://github.example.com/api/v3`. */
  readonly baseUrl: string;
  /** Token to send; anonymous calls if omitted. An explicit `undefined` is rejected. */
  readonly credentials?: string | undefined;
  /** Says that calls without credentials are intended, whatever `credentials` is expected to contain. */
  readonly anonymous?: true | undefined;
  /** Allows a token with an `http:` base URL of another machine. Anyone on the network can then read it. */
  readonly allowHttp?: boolean | undefined;
  /** Names that the service uses on the wire; default `github`, others from `@forgehand/core/dialects`. */
  readonly dialect?: WireNames | undefined;
  /** Middleware, outermost first: `cache()`, `retry()`, `pace()` or custom middleware. */
  readonly middleware?: readonly Middleware[] | undefined;
  /** Replacement for the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Transport to use instead of `fetch`. */
  readonly transport?: Transport | undefined;
  /** Listener for call events. Its errors are ignored. */
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
}

/** Calls operations and iterates over list items. */
export interface LeanClient {
  readonly call: PlainCall;
  /** @throws ForgeError */
  readonly items: <I, A, M, K extends keyof M = never>(
    operation: ListOperation<I, A, M>,
    ...args: CallArguments<NoInfer<I>, ListMediaOptions<K>>
  ) => Listing<Item<MediaOutput<A, M, K>>>;
}

/**
 * Creates a client with a minimal bundle size: calls and lists with validated inputs and responses, and only the
 * given middleware.
 * Without middleware it does not pace, retry or cache. Credentials must be a token; errors lack the advice on missing
 * access.
 * @throws InputError if an option is invalid, naming it and never repeating the token
 */
export function leanClient(options: LeanOptions): LeanClient {
  if (typeof options !== "object" || options === null)
    throw invalidField("options", "must be an object with a baseUrl");
  checkAnonymous(options);
  const {
    baseUrl,
    credentials: token,
    anonymous: _,
    allowHttp,
    dialect = githubNames,
    middleware = [],
    ...rest
  } = options;
  const { fetch, transport, onEvent, maxBodyBytes, maxDownloadBytes, ...callDefaults } = rest;
  const { priority, timeout, deadline, maxWait, headers, userAgent, ...unknownOptions } = callDefaults;
  for (const name of Object.keys(unknownOptions)) throw invalidField(name, "is not an option of leanClient");
  if (typeof dialect?.segments !== "object" || !dialect.segments) {
    throw invalidField("dialect", "must be a dialect from @forgehand/core/dialects");
  }
  if (!Array.isArray(middleware) || middleware.some((layer) => typeof layer !== "function")) {
    throw invalidField("middleware", "must be an array of functions");
  }
  validateSharedOptions(options);
  if (fetch && transport) throw invalidField("transport", "must not be given together with fetch");
  const url = readBaseUrl(baseUrl);
  checkEncryption(url, token !== undefined, allowHttp);
  const clock = systemClock;
  const addToken = withToken(token);
  const pipeline = createCallPipeline({
    baseUrl: url,
    dialect,
    edition: undefined,
    version: undefined,
    timeout: timeout ?? 30_000,
    deadline: deadline ?? Infinity,
    maxWait: maxWait ?? Infinity,
    headers: readClientHeaders({ headers, userAgent }, invalidField),
    priority: priority ?? "normal",
    validation: isMatch,
    validationMode: "strict",
    clock,
    serviceClock: clock,
    emitterFor: createEventEmitter(onEvent, clock),
    owner: { account: token === undefined ? "anonymous" : hashToken(token), label: async () => undefined },
    knownCaller: { token, kind: token === undefined ? "anonymous" : undefined },
    loadFailures: loadLeanParts,
    loadAdvisor: undefined,
  });
  const attempt = createAttempt(
    transport ?? fetchTransport(fetch ?? globalThis.fetch.bind(globalThis)),
    readResponseLimits({ maxBodyBytes, maxDownloadBytes }),
    clock,
    loadLeanParts,
  );
  const send = compose([...middleware, addToken], attempt);
  return { call: createCall(pipeline, send), items: createLister(pipeline, send, YIELD_ITEMS) };
}

/** @throws InputError if one is neither a function nor undefined */
function checkFunctions(functions: object, prefix = ""): void {
  for (const [name, given] of Object.entries(functions))
    if (given !== undefined && typeof given !== "function") throw invalidField(prefix + name, "must be a function");
}

function withToken(token: string | undefined): Middleware {
  if (token === undefined) return (next) => next;
  if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token))
    throw invalidField("credentials", "must be a token without spaces");
  const authorization = `Bearer ${token}`;
  return (next) => (request) =>
    next(request.anonymous ? request : { ...request, headers: { ...request.headers, authorization } });
}

function readBaseUrl(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url && /^https?:\/\/[^?#@]+$/.test(url.href)) return withoutTrailingDot(url);
  throw invalidField("baseUrl", "must be the root URL of the API, such as https://api.github.com");
}

const deps = { clock: systemClock, random: Math.random };
const earlyCalls: EarlyCalls<typeof import("./lean-parts.ts")> = new Set();

/** Options of {@link pace}. Conflicting calls run concurrently without `serial`. */
export interface LeanPaceOptions extends BasicPaceOptions {
  /** `quotaShare("2/16")`, for the second of sixteen processes that share one quota. */
  readonly share?: QuotaSharing | undefined;
  /** `serialKeys()`: conflicting calls, such as two changes of one branch, run one at a time. */
  readonly serial?: (() => KeyedMutex) | undefined;
  /** `storedUsage(store)`: usage is stored under `owner`, and a new process continues where the last one ended. */
  readonly storage?: UsageStorage | undefined;
}

const PACE_OPTIONS = {
  preset: true,
  limits: true,
  owner: true,
  maxWait: true,
  share: true,
  serial: true,
  storage: true,
} as const satisfies Record<keyof LeanPaceOptions, true>;

/**
 * Middleware that paces calls; default the published limits.
 * @throws InputError
 */
export function pace(given?: PacePreset | LeanPaceOptions): Middleware {
  const options: LeanPaceOptions = typeof given === "string" ? { preset: given } : (given ?? {});
  const { startsEarly, ...settings } = readBasicOptions(options, PACE_OPTIONS);
  const { share: sharing, serial, storage } = options;
  checkFunctions({ share: sharing, serial, storage }, "pace.");
  const { limits, share } = sharing?.(settings.limits) ?? { ...settings, share: undefined };
  const parts = { createMutex: serial, persist: storage?.(settings.owner, share) };
  return pacing({
    clock: systemClock,
    startsEarly: startsEarly && !sharing && !storage,
    earlyCalls,
    loader: loadLeanParts,
    createPacing: ({ createOwnerPacing }) => createOwnerPacing(settings, { limits, share, ...deps }, parts),
  });
}

/**
 * Middleware that retries what is safe to retry.
 * @throws InputError
 */
export function retry(options?: RetryOptions): Middleware {
  return retryMiddleware(readRetryOptions(options), { ...deps, loadFailures: loadLeanParts });
}

/**
 * Middleware that caches and revalidates responses.
 * @throws InputError
 */
export function cache(options?: LeanCacheOptions): Middleware {
  const settings = readLeanCacheOptions(options);
  checkFunctions({ storage: settings.storage }, "cache.");
  return cacheMiddleware(settings, systemClock, loadLeanParts);
}
