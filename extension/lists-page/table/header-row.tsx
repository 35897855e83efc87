import { useLayoutEffect, useRef } from "preact/hooks";
import type { SortKey } from "../../lists/sort-entries.ts";
import { t, tn } from "../../locales/i18n.ts";
import { SortIcon } from "../icons.tsx";
import { defaultDirection, type SortDirection } from "../lists-route.ts";
import { useListsPage } from "../page-context.ts";
import { COLUMN_HEADERS, COLUMNS } from "./columns.ts";

/** Column headers. A click sorts or reverses the order. The checkbox selects all matching repositories. */
export function HeaderRow({
  matching,
  selected,
  selectAll,
}: {
  /** Number of matching repositories. */
  readonly matching: number;
  /** Number of matching repositories that are selected. */
  readonly selected: number;
  readonly selectAll: (on: boolean) => void;
}) {
  const { route, navigate } = useListsPage();
  const box = useRef<HTMLInputElement>(null);
  const isAll = matching > 0 && selected === matching;
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && !isAll;
  });
  const label = tn("selectAllMatching", matching);
  return (
    <thead class="head">
      <tr aria-rowindex={1}>
        <th scope="col" class="cell select" aria-colindex={1}>
          <label class="tick" title={label}>
            <input
              ref={box}
              type="checkbox"
              checked={isAll}
              disabled={matching === 0}
              aria-label={label}
              onClick={() => selectAll(!isAll)}
            />
          </label>
        </th>
        {COLUMN_HEADERS.map(({ column, sort, title }) => {
          const direction = route.sort === sort ? route.direction : undefined;
          return (
            <th
              key={column}
              scope="col"
              class={`cell ${column}`}
              aria-colindex={COLUMNS.indexOf(column) + 1}
              aria-sort={sort && (direction ?? "none")}
            >
              {sort === undefined ? (
                <span class="unseen">{t(title)}</span>
              ) : (
                <button type="button" onClick={() => navigate({ sort, direction: nextDirection(sort, direction) })}>
                  {t(title)}
                  <SortIcon direction={direction} />
                </button>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function nextDirection(sort: SortKey, current: SortDirection | undefined): SortDirection {
  if (!current) return defaultDirection(sort);
  return current === "ascending" ? "descending" : "ascending";
}
