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

const RULES: Readonly<Record<keyof SharedOptions, OptionRule>> = {
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
};

function milliseconds(min: number, max = Infinity): OptionRule {
  return {
    isValid: (value) => typeof value === "number" && value >= min && value <= max,
    expected: `a number of milliseconds, ${max === Infinity ? `${min} or more` : `from ${min} to ${max}`}`,
  };
}

const OPTION_NAMES = ["priority", "version", "timeout", "deadline", "maxWait"] as const;

/** Creates the error for an invalid option. */
export type OptionErrorFactory = (field: string, problem: string) => InputError;

/**
 * Validates the options that clients and calls share. Only numbers are quoted: any other value can be a misplaced secret.
 * @param prefix start of the names in messages: `pace.`
 * @throws InputError on the first invalid option
 */
export function validateSharedOptions(options: SharedOptions, inputError: OptionErrorFactory, prefix = ""): void {
  const { priority, version, timeout, deadline, maxWait } = options;
  const values: Readonly<Record<keyof SharedOptions, unknown>> = { priority, version, timeout, deadline, maxWait };
  for (const name of OPTION_NAMES) {
    const [value, rule] = [values[name], RULES[name]];
    if (value === undefined || rule.isValid(value)) continue;
    throw inputError(
      `${prefix}${name}`,
      `must be ${rule.expected}${typeof value === "number" ? `, got ${value}` : ""}`,
    );
  }
}
