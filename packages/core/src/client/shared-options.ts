import { invalidField } from "../errors.ts";
import { MAX_TIMER_DELAY } from "../internal/timers.ts";
import { PRIORITIES } from "./middleware.ts";

// Options with the same meaning wherever they are taken: by clients, middleware or calls.

type Check = (value: unknown) => boolean;

const isFunction: Check = (value) => typeof value === "function";
const isBoolean: Check = (value) => typeof value === "boolean" || value === null;
const isNumber =
  (min: number, max = Infinity): Check =>
  (value) =>
    typeof value === "number" && value >= min && value <= max;

const CHECKS: Readonly<Record<string, Check>> = {
  signal: (value) => value instanceof AbortSignal,
  priority: (value) => PRIORITIES.some((priority) => priority === value),
  // Sent as a header.
  version: (value) => typeof value === "string" && /^[\w.-]+$/.test(value),
  timeout: /* @__PURE__ */ isNumber(1, MAX_TIMER_DELAY),
  deadline: /* @__PURE__ */ isNumber(1),
  maxWait: /* @__PURE__ */ isNumber(0),
  prefetch: isBoolean,
  private: isBoolean,
  maxPages: (value) => Number.isInteger(value) && Number(value) >= 1,
  fetch: isFunction,
  transport: isFunction,
  onEvent: isFunction,
  random: isFunction,
};

/** Returns the name of the first option whose value is invalid; undefined if there is none. */
export function findInvalidOption(options: object): string | undefined {
  return Object.entries(options).find(
    ([name, value]) => value !== undefined && Object.hasOwn(CHECKS, name) && !CHECKS[name]?.(value),
  )?.[0];
}

/** The values that options accept, completing "must be". */
export type ExpectedValues = Readonly<Record<string, string>>;

/** Of those options that are no functions and that all clients have. */
const EXPECTED: ExpectedValues = {
  priority: `one of ${/* @__PURE__ */ PRIORITIES.join(", ")}`,
  timeout: `a number of milliseconds, from 1 to ${MAX_TIMER_DELAY}`,
  deadline: "a number of milliseconds, 1 or more",
  maxWait: "a number of milliseconds, 0 or more",
};

/**
 * Describes an invalid option: continues the sentence after its name. Only numbers are quoted: any other value can be a
 * misplaced secret.
 * @param others the values of options that only some clients or calls have
 */
export function optionProblem(name: string, value: unknown, others: ExpectedValues = {}): string {
  const expected = EXPECTED[name] ?? others[name] ?? "a function";
  return `must be ${expected}${typeof value === "number" ? `, got ${value}` : ""}`;
}

/**
 * Validates the options of a client or middleware that have the same meaning everywhere.
 * @param prefix start of the names in messages: `pace.`
 * @throws InputError on the first invalid option
 */
export function validateSharedOptions(options: object, prefix = "", others?: ExpectedValues): void {
  const name = findInvalidOption(options);
  if (name !== undefined) throw invalidField(prefix + name, optionProblem(name, Reflect.get(options, name), others));
}
