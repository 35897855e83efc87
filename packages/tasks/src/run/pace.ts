import type { PaceOptions } from "@forgehand/core";
import type { Settings } from "../settings/create-settings.ts";

/** Returns the pace of calls and this run's share of the rate limits. */
export function paceOptions(settings: Settings): PaceOptions {
  const share = settings.optional("share");
  return { preset: settings.required("pace"), ...(share && { share: `${share.part}/${share.of}` }) };
}
