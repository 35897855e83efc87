import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { parseJson } from "../../internal/parse-json.ts";
import type { SavedBackoff } from "./concurrency-backoff.ts";
import type { SavedPrimaryLimit } from "./primary-limits.ts";
import type { SavedWindow } from "./sliding-window.ts";

/** Persisted state of a quota. Contains no secrets. */
export interface SavedState {
  readonly backoff: SavedBackoff;
  readonly windows: readonly NamedWindow[];
  readonly primary: readonly SavedPrimaryLimit[];
}

/** Persisted state of one window. */
export interface NamedWindow extends SavedWindow {
  readonly name: string;
}

const Amount = () => z.number().check(z.gte(0));

// Uses only schema types that the contract uses anyway, to keep the bundle small.
const SavedState = /* @__PURE__ */ lazy(() =>
  z.object({
    backoff: z.object({ pausedUntil: Amount(), pauses: Amount() }),
    windows: z.array(
      z.object({
        name: z.string(),
        adaptiveLimit: z.object({
          limit: Amount(),
          rejectedAt: z.nullable(Amount()),
          changed: Amount(),
          probeAfter: Amount(),
        }),
        used: z.array(z.object({ freeAt: Amount(), cost: Amount(), urgent: z.optional(z.boolean()) })),
        pending: Amount(),
      }),
    ),
    primary: z.array(
      z.object({
        resource: z.string(),
        limit: Amount(),
        remaining: Amount(),
        reset: Amount(),
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
