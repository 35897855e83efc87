import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { SORT_KEYS } from "../lists/sort-entries.ts";
import { formatNumber, t, tn } from "../locales/i18n.ts";
import { SearchIcon } from "./icons.tsx";
import { defaultDirection } from "./lists-route.ts";
import { useListsPage } from "./page-context.ts";
import { COLUMN_HEADERS } from "./table/columns.ts";

/** Search field, number of results and, on narrow screens, the sort order. */
export function Toolbar({
  found,
  all,
  isReading,
  children,
}: {
  readonly found: number;
  readonly all: number;
  /** Whether there are more repositories than counted. */
  readonly isReading: boolean;
  readonly children?: ComponentChildren;
}) {
  const { route, navigate } = useListsPage();
  const isTyping = useRef(false);
  const search = (text: string) => {
    // Replaces the history entry while typing, so that Back returns to the state before the search.
    navigate({ filters: { text: text === "" ? undefined : text } }, isTyping.current ? "replace" : undefined);
    isTyping.current = true;
  };
  return (
    <div class="toolbar">
      <label class="search">
        <SearchIcon />
        <input
          type="search"
          value={route.filters.text ?? ""}
          placeholder={t("searchLists")}
          aria-label={t("searchLists")}
          onInput={({ currentTarget }) => search(currentTarget.value)}
          onBlur={() => {
            isTyping.current = false;
          }}
        />
      </label>
      {children}
      <label class="sort">
        <span>{t("sortBy")}</span>
        <select
          value={route.sort}
          onChange={({ currentTarget }) => {
            const sort = SORT_KEYS.find((sort) => sort === currentTarget.value);
            if (sort) navigate({ sort, direction: defaultDirection(sort) });
          }}
        >
          {COLUMN_HEADERS.filter(({ sort }) => sort !== undefined).map(({ sort, title }) => (
            <option key={sort} value={sort}>
              {t(title)}
            </option>
          ))}
        </select>
      </label>
      <p class="found" role="status">
        {isReading
          ? t("gatheringNow")
          : found === all
            ? tn("repositoryCount", all)
            : t("foundOf", formatNumber(found), formatNumber(all))}
      </p>
    </div>
  );
}
