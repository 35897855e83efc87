import type { PaceOptions } from "@forgehand/core";
import type { Settings } from "../settings/read.ts";

/** How fast calls may go, and which part of the limits is this run's. */
export function paceOf(settings: Settings): PaceOptions {
  const share = settings.optional("share");
  return { preset: settings.required("pace"), ...(share && { share: `${share.part}/${share.of}` }) };
}
