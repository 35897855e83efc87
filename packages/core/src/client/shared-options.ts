import type { InputError } from "../errors.ts";
import { MAX_TIMER_DELAY } from "../internal/timers.ts";
import { PRIORITIES } from "./middleware.ts";

/** A rule for an option: whether a value is valid, and the valid values, completing "must be". */
type OptionRule = readonly [isValid: (value: unknown) => boolean, expected: string, isQuoted?: true];

const FUNCTION: OptionRule = [(value) => typeof value === "function", "a function"];
const BOOLEAN: OptionRule = [(value) => typeof value === "boolean" || value === null, "true or false"];

/** Rules for options with the same meaning wherever they are taken. Invalid numbers of quoted ones are shown. */
const RULES: Readonly<Record<string, OptionRule>> = {
  signal: [(value) => value instanceof AbortSignal, "an AbortSignal, such as the `signal` of an AbortController"],
  priority: [
    (value) => PRIORITIES.some((priority) => priority === value),
    `one of ${/* @__PURE__ */ PRIORITIES.join(", ")}`,
    true,
  ],
  // Sent as a header.
  version: [(value) => typeof value === "string" && /^[\w.-]+$/.test(value), "an API version such as 2026-03-10", true],
  timeout: /* @__PURE__ */ milliseconds(1, MAX_TIMER_DELAY),
  deadline: /* @__PURE__ */ milliseconds(1),
  maxWait: /* @__PURE__ */ milliseconds(0),
  prefetch: BOOLEAN,
  private: BOOLEAN,
  maxPages: [
    (value) => typeof value === "number" && Number.isInteger(value) && value >= 1,
    "a whole number, 1 or more",
  ],
  fetch: FUNCTION,
  transport: FUNCTION,
  onEvent: FUNCTION,
  random: FUNCTION,
};

function milliseconds(min: number, max = Infinity): OptionRule {
  return [
    (value) => typeof value === "number" && value >= min && value <= max,
    `a number of milliseconds, ${max === Infinity ? `${min} or more` : `from ${min} to ${max}`}`,
    true,
  ];
}

/** Creates the error for an invalid option. */
export type OptionErrorFactory = (field: string, problem: string) => InputError;

/**
 * Validates the options that have a rule. Only numbers are quoted: any other value can be a misplaced secret.
 * @param prefix start of the names in messages: `pace.`
 * @throws InputError on the first invalid option
 */
export function validateSharedOptions(options: object, inputError: OptionErrorFactory, prefix = ""): void {
  for (const name of Object.keys(options)) {
    const value: unknown = Reflect.get(options, name);
    const rule = value !== undefined && Object.hasOwn(RULES, name) ? RULES[name] : undefined;
    if (!rule || rule[0](value)) continue;
    const [, expected, isQuoted] = rule;
    const quoted = isQuoted && typeof value === "number" ? `, got ${value}` : "";
    throw inputError(`${prefix}${name}`, `must be ${expected}${quoted}`);
  }
}
