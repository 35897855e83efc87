import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { t, tn } from "../ui/words.ts";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { Empty } from "./empty.tsx";
import { facetsOf } from "./facets.ts";
import { Chips } from "./filters/chips.tsx";
import { FilterPanel } from "./filters/filter-panel.tsx";
import { filterWords } from "./filters/filter-words.ts";
import { Tidying } from "./filters/tidying.tsx";
import { Sources } from "./gathering/sources.tsx";
import { FilterIcon } from "./icons.tsx";
import { usePage } from "./page-context.ts";
import type { Selection } from "./selection.ts";
import { RepositoryGrid } from "./table/grid.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useActs } from "./use-acts.ts";
import { UNFILTERED } from "./use-place.ts";
import { useStillOrder } from "./use-still-order.ts";
import { useToolsHeight } from "./use-tools-height.ts";

/** All repositories of an account, narrowed down, in order, and what can be done to them. */
export function RepositoriesView({
  selection,
  select,
}: {
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
}) {
  const { live, place, go, now, say } = usePage();
  const shown = useStillOrder(live, place, now);
  const acts = useActs(live.account, live.entries, say);
  const panel = useRef<HTMLElement>(null);
  useBeside(panel);
  const facets = useMemo(
    () => facetsOf([...live.entries.values()], place.filters, now),
    [live.entries, JSON.stringify(place.filters), now],
  );
  const filters = filterWords(place.filters).length;
  const list = useRef<HTMLDivElement>(null);
  const tools = useRef<HTMLDivElement>(null);
  useToolsHeight(list, tools);
  useTopOf(list, JSON.stringify([place.filters, place.sort, place.direction]));
  return (
    <div class="repositories">
      <aside ref={panel} id="filters" popover="auto" class="filters" aria-label={t("filters")}>
        <Tidying />
        <FilterPanel facets={facets} />
        <Sources />
        <button type="button" class="primary close-filters" popovertarget="filters" popovertargetaction="hide">
          {tn("showMatching", shown.matching.size)}
        </button>
      </aside>
      <div ref={list} class="list">
        <div ref={tools} class="tools">
          <Toolbar found={shown.matching.size} all={live.entries.size}>
            <button type="button" class="open-filters" popovertarget="filters">
              <FilterIcon />
              {t("filters")}
              {filters > 0 && <span class="count">{filters}</span>}
            </button>
          </Toolbar>
          <Chips />
          {shown.isBehind && (
            <p class="behind-note" role="status">
              {t("listIsBehind")}
              <button type="button" class="quiet" onClick={shown.renew}>
                {t("renewList")}
              </button>
            </p>
          )}
        </div>
        {shown.rows.length > 0 ? (
          <RepositoryGrid shown={shown} selection={selection} select={select} acts={acts} />
        ) : (
          <Empty title={t("noneMatch")} text={t("noneMatchMeans")}>
            <button type="button" onClick={() => go(UNFILTERED)}>
              {t("clearFilters")}
            </button>
          </Empty>
        )}
        {selection.ids.size > 0 && <BulkBar shown={shown} selection={selection} select={select} />}
      </div>
    </div>
  );
}

/** Another search, filter or order is seen from its beginning on. */
function useTopOf(list: RefObject<HTMLElement | null>, what: string): void {
  const before = useRef(what);
  useLayoutEffect(() => {
    if (before.current === what) return;
    before.current = what;
    if ((list.current?.getBoundingClientRect().top ?? 0) < 0) list.current?.scrollIntoView({ block: "start" });
  }, [what]);
}

/** Filters are a sheet of their own only where there is no room for them beside the list: as wide as styles say. */
function useBeside(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const away = new AbortController();
    const wide = matchMedia("(min-width: 901px)");
    wide.addEventListener("change", ({ matches }) => matches && panel.current?.hidePopover(), { signal: away.signal });
    return () => away.abort();
  }, []);
}
