import type { InputError } from "../../errors.ts";

/** Creates the error for an invalid option. */
type OptionErrorFactory = (field: string, problem: string) => InputError;

/** Headers that the caller adds to the client's own. */
export interface HeaderOptions {
  /**
   * Headers to add, such as those that a proxy requires. They stay on the service's origin, and are part of the cache's
   * keys. Credentials and what the client sets itself have options of their own.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * The program that calls, as `name/version`: GitHub contacts its author if it causes problems. Default `forgehand`; pages
   * in a browser always send the browser's.
   * @see https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api#user-agent
   */
  readonly userAgent?: string | undefined;
}

/** Headers that have an option or follow from the call, and what to use instead. */
const REFUSED: readonly (readonly [name: RegExp, remedy: string])[] = [
  [/^authorization$/, "use the option credentials"],
  [/^user-agent$/, "use the option userAgent"],
  [/^accept$/, "use the option mediaType"],
  [/^if-(none-match|modified-since)$/, "use the option cache"],
  [/^x-\w+-api-version$/, "use the option version"],
  [/^(content-(type|length)|transfer-encoding)$/, "it follows from the body"],
  [/^host$/, "it follows from the base URL"],
  [/^connection$/, "the transport sets it"],
  [/^cookie$/, "the API has no sessions"],
];

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\x20-\x7e]*$/;

/** Not sent by default where the platform names itself: browsers. */
const DEFAULT_USER_AGENT = "forgehand";

const isBrowser = () => /^Mozilla\//.test(globalThis.navigator?.userAgent ?? "");

/**
 * Reads the headers of a client or call. Values are never quoted: they can be secrets.
 * @returns lower-case names and values; without a user agent unless one is given
 * @throws InputError if a name or value is invalid, or the header has an option of its own
 */
export function readOwnHeaders(
  { headers = {}, userAgent }: HeaderOptions,
  inputError: OptionErrorFactory,
): Readonly<Record<string, string>> {
  if (typeof headers !== "object" || headers === null || Symbol.iterator in headers)
    throw inputError("headers", 'must be an object such as { "x-team": "widgets" }');
  const own: Record<string, string> = {};
  for (const [given, value] of Object.entries(headers)) {
    const name = given.toLowerCase();
    const field = NAME.test(given) ? `headers.${given}` : "headers";
    if (field === "headers") throw inputError(field, "must have names of letters, digits and hyphens");
    const [, remedy] = REFUSED.find(([refused]) => refused.test(name)) ?? [];
    if (remedy !== undefined) throw inputError(field, `cannot be set: ${remedy}`);
    if (typeof value !== "string" || !VALUE.test(value))
      throw inputError(field, "must be a string of printable ASCII characters");
    own[name] = value;
  }
  if (userAgent === undefined) return own;
  if (typeof userAgent !== "string" || userAgent.trim() === "" || !VALUE.test(userAgent))
    throw inputError("userAgent", "must be a string of printable ASCII characters, such as my-bot/1.0");
  return { ...own, "user-agent": userAgent };
}

/** The headers of a client: its own ones, and the default user agent. */
export function readClientHeaders(
  options: HeaderOptions,
  inputError: OptionErrorFactory,
): Readonly<Record<string, string>> {
  return { ...(isBrowser() ? {} : { "user-agent": DEFAULT_USER_AGENT }), ...readOwnHeaders(options, inputError) };
}
