import type { Activity } from "../../lists/groups.ts";
import { type ListsRoute, NO_FILTERS } from "../lists-route.ts";
import type { RouteChange } from "../use-route.ts";

/** Route to the list that a part of the chart represents. */
export function chartLink(
  { chartOf }: Pick<ListsRoute, "chartOf">,
  part: { readonly owner?: string; readonly activity?: Activity },
): RouteChange {
  const filters = chartOf === "starred" ? { starred: true } : ({ watch: "watching" } as const);
  return { view: "repositories", filters: { ...NO_FILTERS, ...filters, ...part } };
}
