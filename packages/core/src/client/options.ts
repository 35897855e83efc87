import { EDITIONS, type Edition } from "../contract/edition.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { DIALECTS, type DialectName } from "../dialect/dialects.ts";
import { type Caller, type Credentials, readCredentials } from "./caller.ts";
import { InputError } from "./errors.ts";

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
  /** Milliseconds that one attempt may take; default 30,000. */
  readonly timeout?: number | undefined;
}

/** The options, checked, with what is left out filled in. */
export interface Settings {
  readonly baseUrl: URL;
  readonly caller: Caller;
  readonly dialect: Dialect;
  readonly edition: Edition | undefined;
  readonly version: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly timeout: number;
}

const OPTIONS = {
  baseUrl: true,
  credentials: true,
  dialect: true,
  edition: true,
  version: true,
  fetch: true,
  timeout: true,
} as const satisfies Record<keyof ClientOptions, true>;

/** The longest that timers of JavaScript can wait. */
const LONGEST = 2 ** 31 - 1;

/**
 * Reads a client's options.
 * @throws InputError on one that can't be right, naming it
 */
export function readOptions(options: ClientOptions): Settings {
  if (typeof options !== "object" || options === null) throw wrong("options", "is an object with a baseUrl");
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(OPTIONS, name)) throw wrong(name, `is no option; there are ${Object.keys(OPTIONS).join(", ")}`);
  }
  const { fetch, timeout = 30_000 } = options;
  if (fetch !== undefined && typeof fetch !== "function")
    throw wrong("fetch", "is a function such as the platform's own");
  if (!Number.isInteger(timeout) || timeout < 1 || timeout > LONGEST) {
    throw wrong("timeout", `is a whole number of milliseconds, from 1 to ${LONGEST}`);
  }
  const dialect = readDialect(options.dialect ?? "github");
  return {
    baseUrl: readBaseUrl(options.baseUrl),
    caller: readCredentials(dialect, options.credentials),
    dialect,
    edition: readEdition(options.edition),
    version: readVersion(options.version),
    fetch: fetch ?? globalThis.fetch.bind(globalThis),
    timeout,
  };
}

/** An API version as a header can carry it. @throws InputError */
export function readVersion(version: string | undefined): string | undefined {
  if (version === undefined || (typeof version === "string" && /^[\w.-]+$/.test(version))) return version;
  throw wrong("version", "is an API version such as 2026-03-10");
}

function wrong(field: string, problem: string): InputError {
  return new InputError(`${field} ${problem}.`, { field });
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
  throw wrong("edition", `is none of ${EDITIONS.join(", ")}`);
}

/** A dialect, by its name or as it is. @throws InputError */
export function readDialect(dialect: DialectName | Dialect): Dialect {
  if (typeof dialect === "object" && dialect !== null && "segments" in dialect) return dialect;
  if (typeof dialect === "string" && Object.hasOwn(DIALECTS, dialect)) return DIALECTS[dialect];
  throw wrong("dialect", `is none of ${Object.keys(DIALECTS).join(", ")}, and no dialect of your own`);
}
