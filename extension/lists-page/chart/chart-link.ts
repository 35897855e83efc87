import type { Activity } from "../../lists/groups.ts";
import { NO_FILTERS, type Place } from "../place.ts";
import type { PlaceChange } from "../use-place.ts";

/** Where a part of the chart leads: to the list of what it stands for. */
export function chartLink(
  { chartOf }: Pick<Place, "chartOf">,
  part: { readonly owner?: string; readonly activity?: Activity },
): PlaceChange {
  const what = chartOf === "starred" ? { starred: true } : ({ watch: "watching" } as const);
  return { view: "repositories", filters: { ...NO_FILTERS, ...what, ...part } };
}
