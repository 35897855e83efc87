import { readProperty } from "./read-property.ts";
import type { Redact } from "./redact-secrets.ts";
import { redactTokens } from "./redact-tokens.ts";

/** Maximum depth of copied causes, and number of errors that are copied of an AggregateError. */
const MAX_DEPTH = 5;
const MAX_ERRORS = 10;

/** Maximum length of a copied message, and of a name or code. */
const MAX_MESSAGE_LENGTH = 500;
const NAME_PATTERN = /^[\w$.-]{1,60}$/;

/**
 * Copies the name, the code and the message of an error, and those of its causes. The error itself can refer to
 * requests, and thereby to tokens, wherever a program that prints it can find them.
 * @param redact removes secrets from a text
 */
export function copyError(error: unknown, redact: Redact = (text) => text, depth: number = MAX_DEPTH): Error {
  const readText = (name: string) => {
    const text = name === "message" && typeof error === "string" ? error : readProperty(error, name);
    return typeof text === "string" ? redact(text) : "";
  };
  const [name, code] = [readText("name"), readText("code")];
  const cause = nestedError(error, "cause");
  const options = cause === undefined || depth === 0 ? undefined : { cause: copyError(cause, redact, depth - 1) };
  const errors = depth === 0 ? [] : nestedErrors(error).map((nested) => copyError(nested, redact, depth - 1));
  const message = toMessage(readText("message"));
  const copy = errors.length > 0 ? new AggregateError(errors, message, options) : new Error(message, options);
  define(copy, "name", NAME_PATTERN.test(name) ? name : copy.name);
  // Its own stack would be that of this function.
  define(copy, "stack", message === "" ? copy.name : `${copy.name}: ${message}`);
  return NAME_PATTERN.test(code) ? Object.assign(copy, { code }) : copy;
}

/** The errors of an AggregateError. */
export function nestedErrors(error: unknown): unknown[] {
  const errors = readProperty(error, "errors");
  return Array.from({ length: MAX_ERRORS }, (_, index) => nestedError(errors, `${index}`)).filter(
    (nested) => nested !== undefined,
  );
}

function nestedError(value: unknown, name: string): unknown {
  const nested = readProperty(value, name);
  return typeof nested === "string" || (typeof nested === "object" && nested !== null) ? nested : undefined;
}

/** A message on one line, in which URLs have neither passwords nor queries. */
function toMessage(text: string): string {
  return redactTokens(text.slice(0, 10 * MAX_MESSAGE_LENGTH))
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .slice(0, MAX_MESSAGE_LENGTH)
    .replace(/:\/\/[^\s/?#@]*@/g, "://")
    .replace(/(:\/\/[^\s?#"'<>]*)[?#][^\s"'<>)]*/g, "$1");
}

function define(error: Error, name: "name" | "stack", value: string): void {
  Object.defineProperty(error, name, { value, configurable: true, writable: true });
}
