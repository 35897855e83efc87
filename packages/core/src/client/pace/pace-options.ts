import { invalidField } from "../../errors.ts";
import { checkStore, type KeyValueStore } from "../key-value-store.ts";
import { type BasicPaceOptions, type BasicPaceSettings, readBasicOptions } from "./basic-options.ts";
import type { PacePreset, QuotaShare } from "./limits.ts";
import type { QuotaStore, StoreQuotas } from "./quota-store.ts";
import { readShare } from "./read-share.ts";

/** Options for pacing calls. */
export interface PaceOptions extends BasicPaceOptions {
  /** `"2/16"`: this is the second of sixteen processes that share one quota; each uses its share. */
  readonly share?: string | undefined;
  /** Store for usage, so that a new process continues where the last one ended. */
  readonly storage?: KeyValueStore | undefined;
  /**
   * Store in which any number of processes share the quota, such as `redisQuotaStore()` of `@forgehand/redis`. Not together
   * with `share` and `storage`.
   */
  readonly store?: QuotaStore | undefined;
  /**
   * While the store fails: `stop` (default) rejects calls before they are sent, with a ConnectionError; a share such as
   * `"1/8"` continues with this part of the limits.
   */
  readonly onStoreError?: string | undefined;
}

/** Validated pace options. */
export interface PaceSettings extends BasicPaceSettings {
  /** Undefined if the process is the only one. */
  readonly share: QuotaShare | undefined;
  readonly storage: KeyValueStore | undefined;
  /** Finds quotas that are shared with other processes; undefined if they are not. */
  readonly store: StoreQuotas | undefined;
}

const OPTIONS = {
  preset: true,
  limits: true,
  owner: true,
  maxWait: true,
  share: true,
  storage: true,
  store: true,
  onStoreError: true,
} as const satisfies Record<keyof PaceOptions, true>;

/** @throws InputError if an option is invalid; its `field` names it */
export function readPaceOptions(given: PacePreset | PaceOptions | undefined): PaceSettings {
  const options: PaceOptions = typeof given === "string" ? { preset: given } : (given ?? {});
  const { limits, startsEarly, ...settings } = readBasicOptions(options, OPTIONS);
  const { storage, store } = options;
  checkStore("pace.storage", storage);
  if (store && !store.quotasFor) throw invalidField("pace.store", "must be a quota store");
  const share = readShare(options.share);
  return {
    ...settings,
    limits,
    startsEarly: startsEarly && !(share || storage || store),
    share,
    storage,
    store: store?.quotasFor(options, limits),
  };
}
