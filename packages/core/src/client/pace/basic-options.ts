import { checkOptionNames } from "../../check-option-names.ts";
import { invalidField } from "../../errors.ts";
import { readNumbers } from "../number-options.ts";
import { validateSharedOptions } from "../shared-options.ts";
import { PACE_PRESETS, type PaceLimits, type PacePreset, WRITE_COST } from "./limits.ts";

/** Options of pacing that need no further parts. */
export interface BasicPaceOptions {
  /** Base limits; default `published`. */
  readonly preset?: PacePreset | undefined;
  /** Overrides of the preset, for a service with other limits than the published ones. */
  readonly limits?: Partial<PaceLimits> | undefined;
  /** Name of the quota owner, for several tokens that share a quota. */
  readonly owner?: string | undefined;
  /** Maximum milliseconds that a call waits for limits; a longer wait fails immediately with a RateLimitError. */
  readonly maxWait?: number | undefined;
}

/** Validated options. */
export interface BasicPaceSettings {
  readonly limits: PaceLimits;
  readonly owner: string | undefined;
  readonly maxWait: number;
  /** Whether the first calls need no scheduler, because no limit is below the published one. */
  readonly startsEarly: boolean;
}

/**
 * @param known object with the names of all options as keys
 * @throws InputError if an option is invalid; its `field` names it
 */
export function readBasicOptions(options: BasicPaceOptions, known: object): BasicPaceSettings {
  checkOptionNames(options, known, "pace.");
  const { preset = "published", limits = {}, owner, maxWait = Infinity } = options;
  if (typeof options !== "object" || Array.isArray(options) || !Object.hasOwn(PACE_PRESETS, preset))
    throw invalidField("pace", `must be one of ${Object.keys(PACE_PRESETS).join(", ")}, or an object`);
  if (owner !== undefined && (typeof owner !== "string" || owner === ""))
    throw invalidField("pace.owner", "must be a non-empty string");
  validateSharedOptions({ maxWait }, "pace.");
  const limitOf = (name: string) => ({ min: name === "writeGap" ? 0 : name === "points" ? WRITE_COST : 1 });
  const base: Record<keyof PaceLimits, number> = PACE_PRESETS[preset];
  const startsEarly = preset !== "polite" && options.limits === undefined;
  return { limits: readNumbers("pace.limits", limits, base, limitOf), owner, maxWait, startsEarly };
}
