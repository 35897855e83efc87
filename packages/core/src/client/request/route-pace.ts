import type { Pace } from "../../contract/definition.ts";
import { invalidField } from "../../errors.ts";
import type { CallOptions } from "../call-options.ts";

/** Options of a call that the contract lacks. */
export interface UntypedOptions extends CallOptions {
  /** The call's effect on the rate limits, as far as it doesn't follow from its method and path. */
  readonly pace?: Partial<Pace> | undefined;
}

/** Paths below which a POST creates something that notifies users. */
const NOTIFYING =
  /\/(comments|discussions|invitations|issues|pulls|releases|replies|requested_reviewers|reviews|sub_issues?)$/;

/** Paths to which a PUT notifies users: it adds a collaborator, or merges a pull request. */
const NOTIFYING_PUT = /\/collaborators\/[^/]+$|\/pulls\/[^/]+\/merge$/;

/**
 * Returns how a call outside the contract probably counts toward the rate limits: which writes notify users and which
 * primary limit applies follows from the path.
 * @see https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
export function paceOfRoute(method: string, path: string): Partial<Pace> {
  const [plain = ""] = path.split("?");
  return {
    createsContent: (method === "POST" && NOTIFYING.test(plain)) || (method === "PUT" && NOTIFYING_PUT.test(plain)),
    ...(plain.startsWith("/search/") && { resource: plain === "/search/code" ? "code_search" : "search" }),
    ...(plain === "/graphql" && { resource: "graphql" }),
  };
}

type PaceRules = {
  readonly [K in keyof Pace]: { readonly isValid: (value: unknown) => boolean; readonly expected: string };
};

const RULES: PaceRules = {
  cost: {
    isValid: (value) => typeof value === "number" && value >= 0 && value <= 900,
    expected: "a number from 0 to 900",
  },
  createsContent: { isValid: (value) => typeof value === "boolean", expected: "true or false" },
  serial: {
    isValid: (value) => Array.isArray(value) && value.every((name) => typeof name === "string"),
    expected: "an array with names of input fields",
  },
  resource: {
    isValid: (value) => value === null || (typeof value === "string" && value !== ""),
    expected: "the name of a primary limit, or null",
  },
};

/**
 * Reads the option that says how a call counts.
 * @throws InputError if it is invalid, naming the field
 */
export function readCallPace(given: unknown): Partial<Pace> {
  if (given === undefined) return {};
  if (typeof given !== "object" || given === null)
    throw invalidField("pace", "must be an object such as { createsContent: true }");
  for (const [name, value] of Object.entries(given)) {
    const rule = Object.entries(RULES).find(([known]) => known === name)?.[1];
    if (!rule) throw invalidField(`pace.${name}`, `is not known; the fields are ${Object.keys(RULES).join(", ")}`);
    if (value !== undefined && !rule.isValid(value)) throw invalidField(`pace.${name}`, `must be ${rule.expected}`);
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/**
 * Separates the option that only calls outside the contract have.
 * @throws InputError if it is invalid, naming the field
 */
export function separatePace(options: UntypedOptions): {
  readonly callOptions: CallOptions;
  readonly pace: Partial<Pace>;
} {
  // Anything else than an object is reported with the other options.
  if (typeof options !== "object" || options === null) return { callOptions: options, pace: {} };
  const { pace, ...callOptions } = options;
  return { callOptions, pace: readCallPace(pace) };
}
