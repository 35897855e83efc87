import { checkOptionNames } from "../check-option-names.ts";
import { EDITIONS, type Edition } from "../contract/edition.ts";
import type { Dialect } from "../dialect/dialect.ts";
import type { DialectName } from "../dialect/dialects.ts";
import { readDialect } from "../dialect/read-dialect.ts";
import { InputError, invalidField } from "../errors.ts";
import { withoutTrailingDot } from "../internal/token-url.ts";
import { isMatch } from "../schema/is-match.ts";
import {
  VALIDATION_MODES,
  type Validation,
  type ValidationMode,
  type ValidationOptions,
} from "../validation/validation.ts";
import type { CacheSettings } from "./cache/cache-options.ts";
import { type CacheOptions, readCacheOptions } from "./cache/client-cache-options.ts";
import { checkAnonymous } from "./check-anonymous.ts";
import { checkEncryption } from "./check-encryption.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type Credentials, readCredentials } from "./credentials/credentials.ts";
import type { TokenSource } from "./credentials/token-source.ts";
import type { CallEvent } from "./events.ts";
import { type RetryOptions, type RetrySettings, readRetryOptions } from "./middleware/retry.ts";
import type { Middleware, Priority } from "./middleware.ts";
import type { PacePreset } from "./pace/limits.ts";
import { type PaceOptions, type PaceSettings, readPaceOptions } from "./pace/pace-options.ts";
import { type HeaderOptions, readClientHeaders } from "./request/own-headers.ts";
import { type ResponseLimitOptions, readResponseLimits } from "./response/response-limits.ts";
import { createServiceClock, type ServiceClock } from "./service-clock.ts";
import { validateSharedOptions } from "./shared-options.ts";
import { fetchTransport } from "./transport/fetch-transport.ts";
import type { BodyLimits, Transport } from "./transport/transport.ts";

/** Options of {@link createClient}. */
export interface ClientOptions extends ResponseLimitOptions, HeaderOptions {
  /** Root URL of the API: `https://api.github.com`, `https://github.example.com/api/v3`. */
  readonly baseUrl: string | URL;
  /**
   * Credentials to send; anonymous calls if omitted. An explicit `undefined` is rejected, because it usually is the value of
   * an environment variable that is not set.
   */
  readonly credentials?: Credentials | undefined;
  /** Says that calls without credentials are intended, whatever `credentials` is expected to contain. */
  readonly anonymous?: true | undefined;
  /**
   * Allows credentials with an `http:` base URL of another machine. Anyone on the network can then read the token and
   * use it. Default false: such a client is rejected.
   */
  readonly allowHttp?: boolean | undefined;
  /** Names that the service uses on the wire; default `"github"`. */
  readonly dialect?: DialectName | Dialect | undefined;
  /** Edition of the service. Determines the default API version; operations that the edition lacks are rejected. */
  readonly edition?: Edition | undefined;
  /** API version to request; default the newest one that the contract knows for edition and operation. */
  readonly version?: string | undefined;
  /** Replacement for the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Transport to use instead of `fetch`, see `@forgehand/core/undici`. */
  readonly transport?: Transport | undefined;
  /** Timeout of one attempt in milliseconds; default 30,000. */
  readonly timeout?: number | undefined;
  /** Timeout of a whole call in milliseconds, including waits and retries; default none. */
  readonly deadline?: number | undefined;
  /** Default priority of calls; default `normal`. */
  readonly priority?: Priority | undefined;
  /** Pacing: a preset or detailed options; default `published`. */
  readonly pace?: PacePreset | PaceOptions | undefined;
  /** Retry limits; false disables retries. */
  readonly retry?: false | RetryOptions | undefined;
  /** Response cache; false disables it. */
  readonly cache?: boolean | CacheOptions | undefined;
  /**
   * Validation of responses: a mode, a function such as that of `@forgehand/core/compiled`, or both; default `"strict"`,
   * interpreted.
   */
  readonly validation?: ValidationMode | Validation | ValidationOptions | undefined;
  /** Custom middleware, outermost first. It receives each call once, without the token and before any retry. */
  readonly middleware?: readonly Middleware[] | undefined;
  /** Listener for call events. Its errors are ignored. */
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
  /** Clock and random source, for tests and simulations. */
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

/** Validated options with defaults. */
export interface ClientSettings {
  readonly baseUrl: URL;
  readonly source: TokenSource;
  readonly dialect: Dialect;
  readonly edition: Edition | undefined;
  readonly version: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly transport: Transport;
  readonly maxBytes: BodyLimits;
  readonly timeout: number;
  readonly deadline: number;
  readonly priority: Priority;
  readonly pace: PaceSettings;
  readonly retry: RetrySettings | undefined;
  readonly cache: CacheSettings | undefined;
  readonly validation: Validation;
  readonly validationMode: ValidationMode;
  readonly middleware: readonly Middleware[];
  readonly onEvent: ((event: CallEvent) => void) | undefined;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly random: () => number;
}

const OPTIONS = {
  baseUrl: true,
  credentials: true,
  anonymous: true,
  allowHttp: true,
  dialect: true,
  edition: true,
  version: true,
  headers: true,
  userAgent: true,
  fetch: true,
  transport: true,
  maxBodyBytes: true,
  maxDownloadBytes: true,
  timeout: true,
  deadline: true,
  priority: true,
  pace: true,
  retry: true,
  cache: true,
  validation: true,
  middleware: true,
  onEvent: true,
  clock: true,
  random: true,
} as const satisfies Record<keyof ClientOptions, true>;

/**
 * Validates a client's options.
 * @throws InputError if one is invalid; its `field` names it
 */
export function readClientOptions(options: ClientOptions): ClientSettings {
  if (typeof options !== "object" || options === null)
    throw invalidField("options", "must be an object with a baseUrl");
  checkOptionNames(options, OPTIONS);
  checkAnonymous(options);
  const { fetch, transport, timeout = 30_000, deadline, onEvent, middleware = [], clock = systemClock } = options;
  validateSharedOptions(options, "", { version: "an API version such as 2026-03-10" });
  if (fetch && transport) throw invalidField("transport", "must not be given together with fetch");
  if (!Array.isArray(middleware) || middleware.some((layer) => typeof layer !== "function")) {
    throw invalidField("middleware", "must be an array of functions (next) => (request) => response");
  }
  for (const name of ["now", "monotonic", "after"] as const) {
    if (typeof clock?.[name] !== "function")
      throw invalidField("clock", "must be an object with the functions now, monotonic and after");
  }
  const pace = readPaceOptions(options.pace);
  if ((pace.storage || pace.store) && pace.owner === undefined && typeof options.credentials === "function")
    throw invalidField("pace.owner", "is required to store usage, since a function's account is unknown");
  const dialect = readDialect(options.dialect);
  const serviceClock = createServiceClock(clock);
  const baseUrl = readBaseUrl(options.baseUrl);
  checkEncryption(baseUrl, options.credentials !== undefined, options.allowHttp);
  return {
    baseUrl,
    source: readCredentials(dialect, options.credentials, clock, serviceClock),
    dialect,
    edition: readEdition(options.edition),
    version: options.version,
    headers: readClientHeaders(options, invalidField),
    transport: transport ?? fetchTransport(fetch ?? globalThis.fetch.bind(globalThis)),
    maxBytes: readResponseLimits(options),
    timeout,
    deadline: deadline ?? Infinity,
    priority: options.priority ?? "normal",
    pace,
    retry: options.retry === false ? undefined : readRetryOptions(options.retry),
    cache: cacheSettingsOf(options),
    ...readValidation(options.validation),
    middleware,
    onEvent,
    clock,
    serviceClock,
    random: options.random ?? Math.random,
  };
}

function readValidation(given: ClientOptions["validation"]): Pick<ClientSettings, "validation" | "validationMode"> {
  const options =
    typeof given === "function" ? { validate: given } : typeof given === "string" ? { mode: given } : (given ?? {});
  const { mode = "strict", validate = isMatch, ...unknown } = options;
  for (const name of Object.keys(unknown))
    throw invalidField(`validation.${name}`, "is not known; the fields are mode, validate");
  if (!VALIDATION_MODES.includes(mode))
    throw invalidField("validation", `must be ${VALIDATION_MODES.join(", ")}, a function, or { mode, validate }`);
  if (typeof validate !== "function") throw invalidField("validation.validate", "must be a function");
  return { validation: validate, validationMode: mode };
}

/** A credentials function may return several users' tokens, so caching is off by default. */
function cacheSettingsOf({ cache, credentials }: ClientOptions): CacheSettings | undefined {
  if (cache === false || (cache === undefined && typeof credentials === "function")) return undefined;
  return readCacheOptions(cache === true ? {} : cache);
}

/** A URL without password or token, which is safe to repeat in a message. */
const SAFE_TO_QUOTE = /^(https?:\/\/)?[a-z0-9.-]{1,100}(:\d{1,5})?(\/[a-z0-9._-]{0,20}){0,5}$/i;

function readBaseUrl(value: string | URL): URL {
  const text = String(value);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const quoted = SAFE_TO_QUOTE.test(text) && !/^[^/.:]*$/.test(text) ? ` ${JSON.stringify(text)}` : "";
  const baseUrlError = (problem: string) =>
    new InputError(
      `The base URL${quoted} ${problem}. It must be the root of the API, such as https://api.github.com or https://github.example.com/api/v3.`,
      { field: "baseUrl" },
    );
  if (value === undefined || value === null) throw baseUrlError("is missing");
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw baseUrlError("is not an http or https URL");
  const apiUrl = apiUrlOf(url);
  if (apiUrl) throw baseUrlError(`is the address of the pages; the API is at ${apiUrl}`);
  // A lone `?` or `#` leaves `search` and `hash` empty, but turns the operation's path into a query or fragment.
  if (/[?#]/.test(url.href)) throw baseUrlError("has a query or a fragment");
  if (url.username || url.password) {
    throw new InputError(
      "The base URL must not contain a user name or password. Pass the token as credentials instead.",
      {
        field: "baseUrl",
      },
    );
  }
  return withoutTrailingDot(url);
}

/** The API of GitHub's own hosts, if a URL is that of their pages. A server's API has the same host as its pages. */
function apiUrlOf({ hostname }: URL): string | undefined {
  if (/^(www\.)?github\.com\.?$/.test(hostname)) return "https://api.github.com";
  return /^(?!api\.)[\w-]+\.ghe\.com\.?$/.test(hostname) ? `https://api.${hostname}` : undefined;
}

function readEdition(edition: Edition | undefined): Edition | undefined {
  if (edition === undefined || EDITIONS.includes(edition)) return edition;
  throw invalidField("edition", `must be one of ${EDITIONS.join(", ")}`);
}
