import { checkOptionNames } from "../../check-option-names.ts";
import { invalidField } from "../../errors.ts";
import { checkStore, type KeyValueStore } from "../key-value-store.ts";
import { validateSharedOptions } from "../shared-options.ts";
import {
  MAX_SHARES,
  PACE_PRESETS,
  type PaceLimits,
  type PacePreset,
  type QuotaShare,
  shareOfLimits,
} from "./limits.ts";

/** Options for pacing calls. */
export interface PaceOptions {
  /** Base limits; default `published`. */
  readonly preset?: PacePreset | undefined;
  /** Overrides of the preset, for a service with other limits than the published ones. */
  readonly limits?: Partial<PaceLimits> | undefined;
  /** `"2/16"`: this is the second of sixteen processes that share one quota; each uses its share. */
  readonly share?: string | undefined;
  /** Name of the quota owner, for several tokens that share a quota. */
  readonly owner?: string | undefined;
  /** Maximum milliseconds that a call waits for limits; a longer wait fails immediately with a RateLimitError. */
  readonly maxWait?: number | undefined;
  /** Store for usage, so that a new process continues where the last one ended. */
  readonly storage?: KeyValueStore | undefined;
}

/** Validated pace options. */
export interface PaceSettings {
  readonly limits: PaceLimits;
  readonly share: QuotaShare;
  readonly owner: string | undefined;
  readonly maxWait: number;
  readonly storage: KeyValueStore | undefined;
}

const OPTIONS = {
  preset: true,
  limits: true,
  share: true,
  owner: true,
  maxWait: true,
  storage: true,
} as const satisfies Record<keyof PaceOptions, true>;

/** @throws InputError if an option is invalid; its `field` names it */
export function readPaceOptions(given: PacePreset | PaceOptions | undefined): PaceSettings {
  const options: PaceOptions = typeof given === "string" ? { preset: given } : (given ?? {});
  if (typeof options !== "object" || Array.isArray(options)) {
    throw invalidField("pace", `must be one of ${Object.keys(PACE_PRESETS).join(", ")}, or an object`);
  }
  checkOptionNames(options, OPTIONS, "pace.");
  const { preset = "published", owner, maxWait = Infinity, storage } = options;
  if (!Object.hasOwn(PACE_PRESETS, preset))
    throw invalidField("pace", `must be one of ${Object.keys(PACE_PRESETS).join(", ")}`);
  if (owner !== undefined && (typeof owner !== "string" || owner === ""))
    throw invalidField("pace.owner", "must be a non-empty string");
  checkStore("pace.storage", storage);
  validateSharedOptions({ maxWait }, invalidField, "pace.");
  const share = readShare(options.share);
  const limits = shareOfLimits(readLimits(PACE_PRESETS[preset], options.limits), share);
  return { limits, share, owner, maxWait, storage };
}

function readLimits(preset: PaceLimits, overrides: Partial<PaceLimits> = {}): PaceLimits {
  if (typeof overrides !== "object" || overrides === null || Array.isArray(overrides)) {
    throw invalidField("pace.limits", `must be an object with some of ${Object.keys(preset).join(", ")}`);
  }
  for (const [name, limit] of Object.entries(overrides)) {
    if (!Object.hasOwn(preset, name)) {
      throw invalidField(`pace.limits.${name}`, `is not a limit; the limits are ${Object.keys(preset).join(", ")}`);
    }
    const minimum = name === "writeGap" ? 0 : name === "points" ? 5 : 1;
    if (limit !== undefined && (typeof limit !== "number" || !(limit >= minimum))) {
      throw invalidField(`pace.limits.${name}`, `must be a number, ${minimum} or more`);
    }
  }
  return { ...preset, ...Object.fromEntries(Object.entries(overrides).filter(([, limit]) => limit !== undefined)) };
}

function readShare(share: string | undefined): QuotaShare {
  if (share === undefined) return { part: 1, of: 1 };
  const [, part, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(share) ?? [];
  const parsed = { part: Number(part), of: Number(of) };
  if (parsed.part >= 1 && parsed.part <= parsed.of && parsed.of <= MAX_SHARES) return parsed;
  throw invalidField("pace.share", `must be "n/m", such as 2/16, for process n of m, with m at most ${MAX_SHARES}`);
}
