import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ListedEntry } from "../lists/annotation.ts";
import type { SavedFilter } from "../lists/saved-filter.ts";
import { t, tn } from "../locales/i18n.ts";
import { useSignalEffect } from "../ui/use-signal-effect.ts";
import { EditAnnotation } from "./annotations/edit-annotation.tsx";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { countFacets } from "./count-facets.ts";
import { EmptyState } from "./empty-state.tsx";
import { FilterChips } from "./filters/filter-chips.tsx";
import { FilterPanel } from "./filters/filter-panel.tsx";
import { filterTexts } from "./filters/filter-texts.ts";
import { Tidying } from "./filters/tidying.tsx";
import { Sources } from "./gathering/sources.tsx";
import { FilterIcon } from "./icons.tsx";
import { useListsPage } from "./page-context.ts";
import { NameFilter } from "./saved-filters/name-filter.tsx";
import { SavedFilters } from "./saved-filters/saved-filters.tsx";
import { RepositoryGrid } from "./table/repository-grid.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useEntryActions } from "./use-entry-actions.ts";
import { UNFILTERED } from "./use-route.ts";
import { useStableRows } from "./use-stable-rows.ts";

/** The filtered and sorted repositories of an account, with their actions. */
export function RepositoriesView() {
  const { live, route, navigate, now, notify, selection } = useListsPage();
  const visible = useStableRows(live, route, now);
  const actions = useEntryActions(live.account, live.entries, notify);
  const [annotated, setAnnotated] = useState<ListedEntry>();
  const [named, setNamed] = useState<SavedFilter | "new">();
  const panel = useRef<HTMLElement>(null);
  useHideFiltersWhenWide(panel);
  const facets = useAfterPaint(
    () => countFacets([...live.entries.values()], route.filters, now),
    [live.entries, JSON.stringify(route.filters), now],
  );
  const filterCount = filterTexts(route.filters).length;
  const list = useRef<HTMLDivElement>(null);
  const tools = useRef<HTMLDivElement>(null);
  useToolsHeight(list, tools);
  useScrollToTop(list, JSON.stringify([route.filters, route.sort, route.direction]));
  return (
    // Selecting, sorting and filtering need all entries.
    <div class="repositories" inert={live.isPartial} aria-busy={live.isPartial}>
      <aside ref={panel} id="filters" popover="auto" class="filters" aria-label={t("filters")}>
        {facets && !live.isPartial && (
          <>
            <SavedFilters edit={setNamed} />
            <Tidying />
            <FilterPanel facets={facets} />
            <Sources />
          </>
        )}
        <button type="button" class="primary close-filters" popovertarget="filters" popovertargetaction="hide">
          {tn("showMatching", visible.matching.size)}
        </button>
      </aside>
      <div ref={list} class="list">
        <div ref={tools} class="tools">
          <Toolbar found={visible.matching.size} all={live.entries.size} isReading={live.isPartial}>
            <button type="button" class="open-filters" popovertarget="filters">
              <FilterIcon />
              {t("filters")}
              {filterCount > 0 && <span class="count">{filterCount}</span>}
            </button>
          </Toolbar>
          <FilterChips />
          {visible.isOutdated && (
            <p class="behind-note" role="status">
              {t("listIsBehind")}
              <button type="button" class="quiet" onClick={visible.resort}>
                {t("renewList")}
              </button>
            </p>
          )}
        </div>
        {visible.rows.length > 0 ? (
          <RepositoryGrid shown={visible} actions={actions} editAnnotation={setAnnotated} />
        ) : (
          <EmptyState title={t("noneMatch")} text={t("noneMatchMeans")}>
            <button type="button" onClick={() => navigate(UNFILTERED)}>
              {t("clearFilters")}
            </button>
          </EmptyState>
        )}
        {selection.ids.size > 0 && <BulkBar shown={visible} />}
      </div>
      {annotated && <EditAnnotation entry={annotated} close={() => setAnnotated(undefined)} />}
      {named && <NameFilter filter={named} close={() => setNamed(undefined)} />}
    </div>
  );
}

/** Scrolls to the top when the search, filters or order change. */
function useScrollToTop(list: RefObject<HTMLElement | null>, orderKey: string): void {
  const before = useRef(orderKey);
  useLayoutEffect(() => {
    if (before.current === orderKey) return;
    before.current = orderKey;
    if ((list.current?.getBoundingClientRect().top ?? 0) < 0) list.current?.scrollIntoView({ block: "start" });
  }, [orderKey]);
}

/**
 * Closes the filter popover when the window is wide enough to show the filters next to the list. The width must match
 * the CSS.
 */
function useHideFiltersWhenWide(panel: RefObject<HTMLElement | null>): void {
  useSignalEffect((signal) => {
    const wide = matchMedia("(min-width: 901px)");
    wide.addEventListener("change", ({ matches }) => matches && panel.current?.hidePopover(), { signal });
  }, []);
}

/**
 * Computes a value after the page has been drawn, so that drawing does not wait for it. Returns the previous value
 * until then, and undefined at first.
 * @param inputs the value is computed again when one of them changes
 */
function useAfterPaint<T>(compute: () => T, inputs: readonly unknown[]): T | undefined {
  const [value, setValue] = useState<T>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setValue(compute()));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, inputs);
  return value;
}

/** Sets the CSS variable `--tools` to the height of the sticky tools above the list. */
function useToolsHeight(list: RefObject<HTMLElement | null>, tools: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [listElement, element] = [list.current, tools.current];
    if (!listElement || !element) return;
    const observer = new ResizeObserver(() => {
      const { position } = getComputedStyle(element);
      listElement.style.setProperty("--tools", `${position === "sticky" ? element.offsetHeight : 0}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
}
