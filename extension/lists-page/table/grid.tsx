import { useRef } from "preact/hooks";
import type { Entry } from "../../lists/entry.ts";
import { t } from "../../ui/words.ts";
import { extended, type Selection, toggled, withAll, withoutAll } from "../selection.ts";
import type { Acts } from "../use-acts.ts";
import type { Shown } from "../use-still-order.ts";
import { COLUMNS } from "./columns.ts";
import { HeaderRow } from "./header-row.tsx";
import { Row } from "./row.tsx";
import { useCells } from "./use-cells.ts";
import { useSpan } from "./use-span.ts";
import { useWatchMenu } from "./use-watch-menu.ts";

/** A table whose cells the keyboard goes through. */
const GRID = { role: "grid", "aria-multiselectable": "true" } as const;

/**
 * All repositories that are shown, of which only those in sight are drawn. Arrows lead from cell to cell; what is in a cell
 * is done with Enter or Space, and Space elsewhere selects.
 */
export function RepositoryGrid({
  shown: { rows, matching },
  selection,
  select,
  acts,
}: {
  readonly shown: Shown;
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  readonly acts: Acts;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const menu = useWatchMenu();
  const { first, last, row: rowHeight } = useSpan(body, rows.length);
  const cells = useCells(body, rows);
  const order = () => rows.map(({ id }) => id);
  const selected = rows.reduce((sum, { id }) => sum + Number(matching.has(id) && selection.ids.has(id)), 0);
  const selectAll = (on: boolean) => select((on ? withAll : withoutAll)(selection, [...matching]));
  const selectRow = (entry: Entry, range: boolean) =>
    select(range ? extended(selection, entry.id, order()) : toggled(selection, entry.id));

  const onKeyDown = (event: KeyboardEvent) => {
    const current = rows[cells.row];
    const column = COLUMNS[cells.column];
    if (!current || !column) return;
    if (event.key === " ") {
      const isButton = column === "star" || column === "watch";
      if (isButton && !event.shiftKey) return;
      event.preventDefault();
      selectRow(current, event.shiftKey);
      return;
    }
    if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      selectAll(true);
      return;
    }
    const to = cells.move(event, rowHeight);
    if (to === undefined) return;
    event.preventDefault();
    const next = rows[to];
    const extends_ = event.shiftKey && (event.key === "ArrowDown" || event.key === "ArrowUp");
    if (extends_ && next) select({ ...withAll(selection, [current.id, next.id]), from: next.id });
  };

  // The row that the keyboard is in stays, however far away it is.
  const drawn = Array.from({ length: last - first }, (_, index) => first + index);
  if (cells.row < first) drawn.unshift(cells.row);
  if (cells.row >= last && cells.row < rows.length) drawn.push(cells.row);
  return (
    <table
      {...GRID}
      class="grid"
      aria-label={t("repositories")}
      aria-rowcount={rows.length + 1}
      aria-colcount={COLUMNS.length}
    >
      <HeaderRow matching={matching.size} selected={selected} selectAll={selectAll} />
      <tbody
        ref={body}
        class="body"
        style={{ "--rows": rows.length }}
        onKeyDown={onKeyDown}
        onFocusIn={({ target }) => cells.follow(target)}
      >
        {drawn.map((index) => {
          const entry = rows[index];
          if (!entry) return null;
          const now = acts.asWished(entry);
          return (
            <Row
              key={entry.id}
              entry={now}
              index={index}
              isSelected={selection.ids.has(entry.id)}
              matches={matching.has(entry.id)}
              active={index === cells.row ? cells.column : undefined}
              select={(range) => selectRow(entry, range)}
              star={() => acts.act(entry, { starred: !now.starred })}
              isOpen={menu.of === entry.id}
              holdWatch={(event) => menu.hold(event, entry.id)}
              openWatch={(button) => menu.toggle(entry.id, button, now.watch, (watch) => acts.act(entry, { watch }))}
            />
          );
        })}
      </tbody>
    </table>
  );
}
