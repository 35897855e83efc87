import { wrongField } from "../../errors.ts";
import { checkNames } from "../../known-options.ts";
import { checkStore, type KeyValueStore } from "../key-value-store.ts";
import { divide, type Limits, MOST_SHARES, PRESETS, type Preset, type Share } from "./limits.ts";

/** How fast calls go. */
export interface PaceOptions {
  /** What to begin with; default `published`. */
  readonly preset?: Preset | undefined;
  /** Limits of a service that has others than are published. */
  readonly limits?: Partial<Limits> | undefined;
  /** `"2/16"`: this is the second of sixteen processes on one quota, each of which takes its part. */
  readonly share?: string | undefined;
  /** A name for whose quota it is, where several tokens count on one. */
  readonly owner?: string | undefined;
  /** Milliseconds that a call may wait for limits; a longer wait is refused at once, with a RateLimitError. */
  readonly maxWait?: number | undefined;
  /** Where to keep what was used, so that a new process goes on where the last one ended. */
  readonly storage?: KeyValueStore | undefined;
}

/** The options, checked. */
export interface PaceSettings {
  readonly limits: Limits;
  readonly share: Share;
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

/** @throws InputError on an option that can't be right, naming it */
export function readPace(given: Preset | PaceOptions | undefined): PaceSettings {
  const options: PaceOptions = typeof given === "string" ? { preset: given } : (given ?? {});
  if (typeof options !== "object" || Array.isArray(options)) {
    throw wrongField("pace", `must be one of ${Object.keys(PRESETS).join(", ")}, or an object`);
  }
  checkNames(options, OPTIONS, "pace.");
  const { preset = "published", owner, maxWait = Infinity, storage } = options;
  if (!Object.hasOwn(PRESETS, preset)) throw wrongField("pace", `is none of ${Object.keys(PRESETS).join(", ")}`);
  if (owner !== undefined && (typeof owner !== "string" || owner === ""))
    throw wrongField("pace.owner", "must be a name");
  checkStore("pace.storage", storage);
  if (typeof maxWait !== "number" || !(maxWait >= 0))
    throw wrongField("pace.maxWait", "must be a number of milliseconds");
  const share = readShare(options.share);
  const limits = divide(readLimits(PRESETS[preset], options.limits), share);
  return { limits, share, owner, maxWait, storage };
}

function readLimits(preset: Limits, given: Partial<Limits> = {}): Limits {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw wrongField("pace.limits", `must be an object; there are ${Object.keys(preset).join(", ")}`);
  }
  for (const [name, limit] of Object.entries(given)) {
    if (!Object.hasOwn(preset, name)) {
      throw wrongField(`pace.limits.${name}`, `is no limit; there are ${Object.keys(preset).join(", ")}`);
    }
    const least = name === "writeGap" ? 0 : name === "points" ? 5 : 1;
    if (limit !== undefined && (typeof limit !== "number" || !(limit >= least))) {
      throw wrongField(`pace.limits.${name}`, `must be a number, ${least} or more`);
    }
  }
  return { ...preset, ...Object.fromEntries(Object.entries(given).filter(([, limit]) => limit !== undefined)) };
}

function readShare(share: string | undefined): Share {
  if (share === undefined) return { part: 1, of: 1 };
  const [, part, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(share) ?? [];
  const read = { part: Number(part), of: Number(of) };
  if (read.part >= 1 && read.part <= read.of && read.of <= MOST_SHARES) return read;
  throw wrongField("pace.share", `must be "n/m", such as 2/16: the n-th of m processes, at most ${MOST_SHARES}`);
}
