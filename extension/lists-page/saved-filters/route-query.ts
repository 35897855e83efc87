import { formatRoute, isFiltered, type ListsRoute, parseRoute } from "../lists-route.ts";
import type { RouteChange } from "../use-route.ts";

/** Query of a route's filters and sort order, without what belongs to the account or the view. */
export function routeQuery(route: ListsRoute): string {
  return formatRoute({ ...route, account: undefined, view: "repositories", chartOf: "watching" });
}

/** The change of the route that applies a saved query. Invalid parts of it are ignored. */
export function routeOfQuery(query: string): RouteChange {
  const { filters, sort, direction } = parseRoute(query);
  return { view: "repositories", filters, sort, direction };
}

/** Whether the route has filters or another sort order than the default. */
export function isWorthSaving(route: ListsRoute): boolean {
  return isFiltered(route.filters) || routeQuery(route) !== routeQuery(parseRoute(""));
}
