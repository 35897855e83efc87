import type { InputError } from "../errors.ts";
import { MAX_TIMER_DELAY } from "../internal/timers.ts";
import { PRIORITIES, type Priority } from "./middleware.ts";

/** Options that clients and single calls both take. */
export interface SharedOptions {
  readonly priority?: Priority | undefined;
  readonly version?: string | undefined;
  readonly timeout?: number | undefined;
  readonly deadline?: number | undefined;
  readonly maxWait?: number | undefined;
}

interface OptionRule {
  readonly isValid: (value: unknown) => boolean;
  /** The valid values, completing "must be". */
  readonly expected: string;
}

const RULES = /* @__PURE__ */ Object.entries<OptionRule>({
  priority: {
    isValid: (value) => PRIORITIES.some((priority) => priority === value),
    expected: `one of ${PRIORITIES.join(", ")}`,
  },
  // Sent as a header.
  version: {
    isValid: (value) => typeof value === "string" && /^[\w.-]+$/.test(value),
    expected: "an API version such as 2026-03-10",
  },
  timeout: milliseconds(1, MAX_TIMER_DELAY),
  deadline: milliseconds(1),
  maxWait: milliseconds(0),
} satisfies Record<keyof SharedOptions, OptionRule>);

function milliseconds(min: number, max = Infinity): OptionRule {
  return {
    isValid: (value) => typeof value === "number" && value >= min && value <= max,
    expected: `a number of milliseconds, ${max === Infinity ? `${min} or more` : `from ${min} to ${max}`}`,
  };
}

/** Creates the error for an invalid option. */
export type OptionErrorFactory = (field: string, problem: string) => InputError;

/**
 * Validates the options that clients and calls share. Only numbers are quoted: any other value can be a misplaced secret.
 * @param prefix start of the names in messages: `pace.`
 * @throws InputError on the first invalid option
 */
export function validateSharedOptions(options: SharedOptions, inputError: OptionErrorFactory, prefix = ""): void {
  for (const [name, { isValid, expected }] of RULES) {
    const value: unknown = Reflect.get(options, name);
    if (value === undefined || isValid(value)) continue;
    throw inputError(`${prefix}${name}`, `must be ${expected}${typeof value === "number" ? `, got ${value}` : ""}`);
  }
}
