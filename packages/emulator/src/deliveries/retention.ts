import type { World } from "../world.ts";

const DAY = 86_400_000;

/** Records of deliveries that were made until then are gone: after 3 days, and 7 on the self-hosted edition (public documents). */
export function keptSince({ edition, now }: Pick<World, "edition" | "now">): number {
  return now().getTime() - (edition === "self-hosted" ? 7 : 3) * DAY;
}
