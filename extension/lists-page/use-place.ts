import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { NO_FILTERS, type Place, printPlace, readPlace } from "./place.ts";

/** Goes to another place: with `quietly` there is no way back to this one. */
export type Go = (change: PlaceChange, quietly?: "quietly") => void;

export type PlaceChange = Partial<Omit<Place, "filters">> & { readonly filters?: Partial<Place["filters"]> };

/** A place with some of it changed. */
function changed(place: Place, { filters, ...rest }: PlaceChange): Place {
  return { ...place, ...rest, filters: { ...place.filters, ...filters } };
}

/** The address of a place with some of it changed, for links. */
export function addressOf(place: Place, change: PlaceChange): string {
  return printPlace(changed(place, change));
}

/** Where somebody is on the page, by its address, and how they go elsewhere: back and forward work. */
export function usePlace(): readonly [Place, Go] {
  const [place, setPlace] = useState(() => readPlace(location.search));
  const latest = useRef(place);
  useEffect(() => {
    const follow = () => {
      latest.current = readPlace(location.search);
      setPlace(latest.current);
    };
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const go = useCallback<Go>((change, quietly) => {
    latest.current = changed(latest.current, change);
    const address = printPlace(latest.current);
    if (quietly) history.replaceState(null, "", address);
    else if (address !== location.search) history.pushState(null, "", address);
    setPlace(latest.current);
  }, []);
  return [place, go];
}

/** The same place without anything that narrows the list down. */
export const UNFILTERED: PlaceChange = { filters: NO_FILTERS };
