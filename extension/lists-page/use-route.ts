import { useCallback, useRef, useState } from "preact/hooks";
import { useSignalEffect } from "../ui/use-signal-effect.ts";
import { formatRoute, type ListsRoute, NO_FILTERS, parseRoute } from "./lists-route.ts";

/** Navigates to another route. With `replace`, the current history entry is replaced. */
export type Navigate = (change: RouteChange, replace?: "replace") => void;

export type RouteChange = Partial<Omit<ListsRoute, "filters">> & { readonly filters?: Partial<ListsRoute["filters"]> };

function applyChange(route: ListsRoute, { filters, ...rest }: RouteChange): ListsRoute {
  return { ...route, ...rest, filters: { ...route.filters, ...filters } };
}

/** URL of a route with changes applied, for links. */
export function routeUrl(route: ListsRoute, change: RouteChange): string {
  return formatRoute(applyChange(route, change));
}

/** Returns the current route from the URL and a function that navigates. Back and forward work. */
export function useRoute(): readonly [ListsRoute, Navigate] {
  const [route, setRoute] = useState(() => parseRoute(location.search));
  const latest = useRef(route);
  useSignalEffect((signal) => {
    const onPopState = () => {
      latest.current = parseRoute(location.search);
      setRoute(latest.current);
    };
    addEventListener("popstate", onPopState, { signal });
  }, []);
  const navigate = useCallback<Navigate>((change, replace) => {
    latest.current = applyChange(latest.current, change);
    const address = formatRoute(latest.current);
    if (replace) history.replaceState(null, "", address);
    else if (address !== location.search) history.pushState(null, "", address);
    setRoute(latest.current);
  }, []);
  return [route, navigate];
}

export const UNFILTERED: RouteChange = { filters: NO_FILTERS };
