import { EDITIONS, type Edition } from "../contract/edition.ts";
import type { Dialect } from "../dialect/dialect.ts";
import type { DialectName } from "../dialect/dialects.ts";
import { readDialect } from "../dialect/read-dialect.ts";
import { InputError, wrongField } from "../errors.ts";
import { MAX_TIMER_DELAY } from "../internal/timers.ts";
import { checkNames } from "../known-options.ts";
import { interpreted } from "../validation/interpreted.ts";
import type { Validation } from "../validation/validation.ts";
import { type CacheOptions, type CacheSettings, readCache } from "./cache/options.ts";
import { readVersion } from "./call-options.ts";
import { PRIORITIES, type Priority, type Step } from "./chain.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type Credentials, readCredentials } from "./credentials/credentials.ts";
import type { TokenSource } from "./credentials/token-source.ts";
import type { CallEvent } from "./events.ts";
import type { Preset } from "./pace/limits.ts";
import { type PaceOptions, type PaceSettings, readPace } from "./pace/options.ts";
import { type RetryOptions, readRetry } from "./steps/retry.ts";
import { fetchTransport } from "./transport/fetch.ts";
import type { Transport } from "./transport/transport.ts";

/** Which service, as whom, and how. */
export interface ClientOptions {
  /** The API's root: `https://api.github.com`, `https://forge.example.com/api/v3`. */
  readonly baseUrl: string | URL;
  /** Whose token to send; none: anonymous calls. */
  readonly credentials?: Credentials | undefined;
  /** The vendor's names on the wire; default `"github"`. */
  readonly dialect?: DialectName | Dialect | undefined;
  /** The service's edition: calls that it doesn't have are refused, and it is asked in the version that it knows. */
  readonly edition?: Edition | undefined;
  /** The API version to ask for; default the newest that the contract knows for the edition and the operation. */
  readonly version?: string | undefined;
  /** What sends requests; default the platform's own `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** What sends requests in place of `fetch`: see `@forgehand/core/undici`. */
  readonly transport?: Transport | undefined;
  /** Milliseconds that one attempt may take; default 30,000. */
  readonly timeout?: number | undefined;
  /** Milliseconds that a call may take in all, with waits and repetitions; default as long as it takes. */
  readonly deadline?: number | undefined;
  /** Who goes first where calls must wait, where a call doesn't say; default `normal`. */
  readonly priority?: Priority | undefined;
  /** How fast calls go: a preset, or more said of it; default `published`. */
  readonly pace?: Preset | PaceOptions | undefined;
  /** How often calls are sent that may be sent again; false: once. */
  readonly retry?: false | RetryOptions | undefined;
  /** How answers are kept, to be asked for again only where they have changed; false: not at all. */
  readonly cache?: boolean | CacheOptions | undefined;
  /** How answers are held against the contract; default interpreted, see `@forgehand/core/compiled`. */
  readonly validation?: Validation | undefined;
  /** Steps of one's own, around all others: each sees a call once, without its token. */
  readonly steps?: readonly Step[] | undefined;
  /** Hears of everything that happens to calls. What it throws is nobody's to catch. */
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
  /** Time and chance, for tests and simulations. */
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

/** The options, checked, with what is left out filled in. */
export interface Settings {
  readonly baseUrl: URL;
  readonly source: TokenSource;
  readonly dialect: Dialect;
  readonly edition: Edition | undefined;
  readonly version: string | undefined;
  readonly transport: Transport;
  readonly timeout: number;
  readonly deadline: number;
  readonly priority: Priority;
  readonly pace: PaceSettings;
  readonly retry: RetryOptions | undefined;
  readonly cache: CacheSettings | undefined;
  readonly validation: Validation;
  readonly steps: readonly Step[];
  readonly onEvent: ((event: CallEvent) => void) | undefined;
  readonly clock: Clock;
  readonly random: () => number;
}

const OPTIONS = {
  baseUrl: true,
  credentials: true,
  dialect: true,
  edition: true,
  version: true,
  fetch: true,
  transport: true,
  timeout: true,
  deadline: true,
  priority: true,
  pace: true,
  retry: true,
  cache: true,
  validation: true,
  steps: true,
  onEvent: true,
  clock: true,
  random: true,
} as const satisfies Record<keyof ClientOptions, true>;

/**
 * Reads a client's options.
 * @throws InputError on one that can't be right, naming it
 */
export function readOptions(options: ClientOptions): Settings {
  if (typeof options !== "object" || options === null) throw wrongField("options", "must be an object with a baseUrl");
  checkNames(options, OPTIONS);
  const {
    fetch,
    transport,
    timeout = 30_000,
    deadline,
    validation,
    onEvent,
    steps = [],
    clock = systemClock,
  } = options;
  for (const name of ["fetch", "transport", "validation", "onEvent", "random"] as const) {
    if (options[name] !== undefined && typeof options[name] !== "function")
      throw wrongField(name, "must be a function");
  }
  if (fetch && transport) throw wrongField("transport", "takes the place of fetch: give one of them");
  if (!Array.isArray(steps) || steps.some((step) => typeof step !== "function")) {
    throw wrongField("steps", "must be an array of functions (next) => (request) => answer");
  }
  if (!Number.isInteger(timeout) || timeout < 1 || timeout > MAX_TIMER_DELAY) {
    throw wrongField("timeout", `must be a whole number of milliseconds, from 1 to ${MAX_TIMER_DELAY}`);
  }
  if (deadline !== undefined && !(typeof deadline === "number" && deadline >= 1)) {
    throw wrongField("deadline", "must be a number of milliseconds, 1 or more");
  }
  if (typeof clock?.now !== "function" || typeof clock.after !== "function") {
    throw wrongField("clock", "must be an object with the functions now and after");
  }
  const pace = readPace(options.pace);
  if (pace.storage && pace.owner === undefined && typeof options.credentials === "function") {
    throw wrongField(
      "pace.owner",
      "is missing: whose quota it is can't be told of a function's tokens, so it can't be kept",
    );
  }
  const dialect = readDialect(options.dialect);
  return {
    baseUrl: readBaseUrl(options.baseUrl),
    source: readCredentials(dialect, options.credentials, clock),
    dialect,
    edition: readEdition(options.edition),
    version: readVersion(options.version),
    transport: transport ?? fetchTransport(fetch ?? globalThis.fetch.bind(globalThis)),
    timeout,
    deadline: deadline ?? Infinity,
    priority: readPriority(options.priority ?? "normal"),
    pace,
    retry: options.retry === false ? undefined : readRetry(options.retry),
    cache: cacheOf(options),
    validation: validation ?? interpreted,
    steps,
    onEvent,
    clock,
    random: options.random ?? Math.random,
  };
}

/** Whose tokens a function gives, nobody knows: what one of them may see must not be shown to another unless that is asked for. */
function cacheOf({ cache, credentials }: ClientOptions): CacheSettings | undefined {
  if (cache === false || (cache === undefined && typeof credentials === "function")) return undefined;
  return readCache(cache === true ? {} : cache);
}

function readPriority(priority: Priority): Priority {
  if (PRIORITIES.includes(priority)) return priority;
  throw wrongField("priority", `is none of ${PRIORITIES.join(", ")}`);
}

/** An address that can hold neither a password nor a token, so that a message may repeat it. */
const HARMLESS = /^(https?:\/\/)?[a-z0-9.-]{1,100}(:\d{1,5})?(\/[a-z0-9._-]{0,20}){0,5}$/i;

function readBaseUrl(given: string | URL): URL {
  const text = String(given);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const shown = HARMLESS.test(text) && !/^[^/.:]*$/.test(text) ? ` ${JSON.stringify(text)}` : "";
  const complain = (problem: string) =>
    new InputError(
      `The base URL${shown} ${problem}. It is the API's root, such as https://api.github.com or https://forge.example.com/api/v3.`,
      { field: "baseUrl" },
    );
  if (given === undefined || given === null) throw complain("is missing");
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) throw complain("is no http or https address");
  // A bare one leaves no search or hash, and would swallow the operation's path all the same.
  if (/[?#]/.test(url.href)) throw complain("has a query or a fragment");
  if (url.username || url.password) {
    throw new InputError("The base URL holds a user name or a password. Give the token as credentials instead.", {
      field: "baseUrl",
    });
  }
  return url;
}

function readEdition(edition: Edition | undefined): Edition | undefined {
  if (edition === undefined || EDITIONS.includes(edition)) return edition;
  throw wrongField("edition", `is none of ${EDITIONS.join(", ")}`);
}
