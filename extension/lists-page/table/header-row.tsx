import { useLayoutEffect, useRef } from "preact/hooks";
import { t, tn } from "../../ui/words.ts";
import { SortIcon } from "../icons.tsx";
import { usePage } from "../page-context.ts";
import { firstDirection } from "../place.ts";
import { COLUMNS, SORTED } from "./columns.ts";

/** The columns' names: a click sorts, another one the other way round. The box selects all that match. */
export function HeaderRow({
  matching,
  selected,
  selectAll,
}: {
  /** How many match. */
  readonly matching: number;
  /** How many of these are selected. */
  readonly selected: number;
  readonly selectAll: (on: boolean) => void;
}) {
  const { place, go } = usePage();
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
        {SORTED.map(({ column, sort, word }) => {
          const direction = place.sort === sort ? place.direction : undefined;
          const next = direction ? (direction === "ascending" ? "descending" : "ascending") : firstDirection(sort);
          return (
            <th
              key={column}
              scope="col"
              class={`cell ${column}`}
              aria-colindex={COLUMNS.indexOf(column) + 1}
              aria-sort={direction ?? "none"}
            >
              <button type="button" onClick={() => go({ sort, direction: next })}>
                {t(word)}
                <SortIcon direction={direction} />
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
