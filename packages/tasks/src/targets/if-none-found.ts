import type { Failure, Skipped } from "../plan.ts";
import type { SettingValues } from "../settings/settings.ts";
import type { Mode } from "../settings/values.ts";

export type IfNoneFound = SettingValues["if-none-found"];

/** A pattern that selects nothing is probably a mistake. Only a plan, which changes nothing, need not fail for it. */
export function defaultIfNoneFound(mode: Mode): IfNoneFound {
  return mode === "plan" ? "warn" : "error";
}

/** Targets of which none were found, by what the setting makes of them. */
export interface NoneFound {
  readonly failures: readonly Failure[];
  readonly skipped: readonly Skipped[];
  readonly warnings: readonly string[];
}

/** Applies the setting to targets of which none were found. */
export function classifyNoneFound({ target, why }: Skipped, ifNoneFound: IfNoneFound): NoneFound {
  if (ifNoneFound === "error") return { failures: [{ target, problem: why }], skipped: [], warnings: [] };
  const warnings = ifNoneFound === "warn" ? [`${target}: ${why}`] : [];
  return { failures: [], skipped: [{ target, why }], warnings };
}
