import type { EmulatorContext } from "../emulator-context.ts";

const DAY = 86_400_000;

/**
 * Returns the time before which delivery records have expired: 3 days ago, and 7 for GitHub Enterprise Server, as
 * documented.
 */
export function retentionStart({ edition, now }: Pick<EmulatorContext, "edition" | "now">): number {
  return now().getTime() - (edition === "self-hosted" ? 7 : 3) * DAY;
}
