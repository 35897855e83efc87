import type { PaceOptions } from "@forgehand/core";
import type { QuotaStore } from "@forgehand/core/quota";
import type { Settings } from "../settings/create-settings.ts";

/**
 * Returns the pace of calls, and this run's share of the rate limits.
 * @param store shares the limits with other processes
 */
export function paceOptions(settings: Settings, store?: QuotaStore): PaceOptions {
  const [preset, share] = [settings.required("pace"), settings.optional("share")];
  return {
    preset,
    ...(share && { share: `${share.part}/${share.of}` }),
    ...(store && preset !== "off" && { store }),
  };
}
