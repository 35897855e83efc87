import { parseJson } from "../../internal/parse-json.ts";
import { hasType, objectOf } from "../../schema/value-of.ts";

/** Persisted state of a quota. Contains no secrets. */
export interface SavedState extends SavedTime {
  readonly backoff: SavedBackoff;
  readonly windows: readonly NamedWindow[];
  readonly primary: readonly SavedPrimaryLimit[];
}

/** Time at which a state was saved; its durations count from then. */
export interface SavedTime {
  /** Milliseconds since 1970 by the service's clock; null if no response had a date. */
  readonly serviceTime: number | null;
  /** Milliseconds since 1970 by this machine's clock, which can be wrong. */
  readonly localTime: number;
}

/** Persisted state of the backoff after rejections. */
export interface SavedBackoff {
  /** Milliseconds that the pause still lasts; 0 without a pause. */
  readonly pausedFor: number;
  /** Number of consecutive pauses without a success in between. */
  readonly pauses: number;
}

/** Persisted state of one window. */
export interface SavedWindow {
  readonly adaptiveLimit: SavedAdaptiveLimit;
  readonly used: readonly SavedUse[];
  /** Amount taken by calls without a response yet. */
  readonly pending: number;
}

/** Persisted state of one window, with its name. */
export interface NamedWindow extends SavedWindow {
  readonly name: string;
}

/** Persisted state of a window's limit. */
interface SavedAdaptiveLimit {
  /** Highest amount known to be accepted. */
  readonly limit: number;
  /** Amount accepted when the service rejected a call; null once that amount has been allowed again. */
  readonly rejectedAt: number | null;
  /** Milliseconds since the limit was changed. */
  readonly changedAgo: number;
  readonly probeAfter: number;
}

/** A used amount: milliseconds until it expires, how much it is, and whether an urgent call used it (default false). */
interface SavedUse {
  readonly freeIn: number;
  readonly cost: number;
  readonly urgent?: boolean | undefined;
}

/** Persisted state of a primary limit. */
export interface SavedPrimaryLimit {
  readonly resource: string;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the reset. */
  readonly resetIn: number;
  /** The reset in seconds since 1970 by the service's clock. */
  readonly resetSeconds: number;
  /** Calls of the process that count since the last reset. */
  readonly ownCalls: number;
}

const Amount = { type: "limited", of: "number", min: 0 } as const;
const AmountOrNull = { type: "nullable", of: Amount } as const;

const SavedWindowState = objectOf({
  name: "string",
  adaptiveLimit: {
    type: "object",
    fields: { limit: Amount, rejectedAt: AmountOrNull, changedAgo: Amount, probeAfter: Amount },
  },
  used: {
    type: "array",
    of: {
      type: "object",
      fields: { freeIn: Amount, cost: Amount, urgent: { type: "optional", of: "boolean" } },
    },
  },
  pending: Amount,
});

const SavedLimitState = objectOf({
  resource: "string",
  limit: Amount,
  remaining: Amount,
  resetIn: Amount,
  resetSeconds: Amount,
  ownCalls: Amount,
});

const StoredState = objectOf({
  serviceTime: AmountOrNull,
  localTime: Amount,
  backoff: { type: "object", fields: { pausedFor: Amount, pauses: Amount } },
  windows: { type: "array", of: SavedWindowState },
  primary: { type: "array", of: SavedLimitState },
});

/** Parses stored state; undefined if it is invalid. */
export function parseSavedState(text: string): SavedState | undefined {
  const stored = parseJson(text);
  return hasType(StoredState, stored) ? stored : undefined;
}
