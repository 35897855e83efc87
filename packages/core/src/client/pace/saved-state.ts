import { parseJson } from "../../internal/parse-json.ts";
import { hasType, objectOf } from "../../schema/value-of.ts";
import type { SavedBackoff } from "./concurrency-backoff.ts";
import type { SavedPrimaryLimit } from "./primary-limits.ts";
import type { SavedWindow } from "./sliding-window.ts";

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

/** Persisted state of one window. */
export interface NamedWindow extends SavedWindow {
  readonly name: string;
}

const Amount = { type: "limited", of: "number", min: 0 } as const;
const AmountOrNull = { type: "nullable", of: Amount } as const;

const SavedWindowState = /* @__PURE__ */ objectOf({
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

const SavedLimitState = /* @__PURE__ */ objectOf({
  resource: "string",
  limit: Amount,
  remaining: Amount,
  resetIn: Amount,
  resetSeconds: Amount,
  ownCalls: Amount,
});

const StoredState = /* @__PURE__ */ objectOf({
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
