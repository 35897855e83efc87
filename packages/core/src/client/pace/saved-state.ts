import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { parseJson } from "../../internal/parse-json.ts";
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

const Amount = () => z.number().check(z.gte(0));

// Uses only schema types that the contract uses anyway, to keep the bundle small.
const SavedState = /* @__PURE__ */ lazy(() =>
  z.object({
    serviceTime: z.nullable(Amount()),
    localTime: Amount(),
    backoff: z.object({ pausedFor: Amount(), pauses: Amount() }),
    windows: z.array(
      z.object({
        name: z.string(),
        adaptiveLimit: z.object({
          limit: Amount(),
          rejectedAt: z.nullable(Amount()),
          changedAgo: Amount(),
          probeAfter: Amount(),
        }),
        used: z.array(z.object({ freeIn: Amount(), cost: Amount(), urgent: z.optional(z.boolean()) })),
        pending: Amount(),
      }),
    ),
    primary: z.array(
      z.object({
        resource: z.string(),
        limit: Amount(),
        remaining: Amount(),
        resetIn: Amount(),
        resetSeconds: Amount(),
        ownCalls: Amount(),
      }),
    ),
  }),
);

/** Parses stored state; undefined if it is invalid. */
export function parseSavedState(text: string): SavedState | undefined {
  const parsed = z.safeParse(SavedState(), parseJson(text));
  return parsed.success ? parsed.data : undefined;
}
