import { checkStore, type KeyValueStore } from "../key-value-store.ts";
import { type BasicPaceOptions, type BasicPaceSettings, readBasicOptions } from "./basic-options.ts";
import type { PacePreset, QuotaShare } from "./limits.ts";
import { createShare, readShare, shareOfLimits } from "./shares.ts";

/** Options for pacing calls. */
export interface PaceOptions extends BasicPaceOptions {
  /** `"2/16"`: this is the second of sixteen processes that share one quota; each uses its share. */
  readonly share?: string | undefined;
  /** Store for usage, so that a new process continues where the last one ended. */
  readonly storage?: KeyValueStore | undefined;
}

/** Validated pace options. */
export interface PaceSettings extends BasicPaceSettings {
  /** Undefined if the process is the only one. */
  readonly share: QuotaShare | undefined;
  readonly storage: KeyValueStore | undefined;
}

const OPTIONS = {
  preset: true,
  limits: true,
  owner: true,
  maxWait: true,
  share: true,
  storage: true,
} as const satisfies Record<keyof PaceOptions, true>;

/** @throws InputError if an option is invalid; its `field` names it */
export function readPaceOptions(given: PacePreset | PaceOptions | undefined): PaceSettings {
  const options: PaceOptions = typeof given === "string" ? { preset: given } : (given ?? {});
  const { limits, startsEarly, ...settings } = readBasicOptions(options, OPTIONS);
  const { storage } = options;
  checkStore("pace.storage", storage);
  const share = readShare(options.share);
  // Also rounds the limits of the only process.
  const ownLimits = shareOfLimits(limits, share ?? createShare(1, 1));
  return { ...settings, limits: ownLimits, startsEarly: startsEarly && !share && !storage, share, storage };
}
