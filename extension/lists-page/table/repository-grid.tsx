import { useRef } from "preact/hooks";
import type { ListedEntry } from "../../lists/annotation.ts";
import type { Entry } from "../../lists/entry.ts";
import { t } from "../../locales/i18n.ts";
import { useWatchChecks } from "../gathering/use-watch-checks.ts";
import { useListsPage } from "../page-context.ts";
import { addAll, extendTo, removeAll, toggleEntry } from "../selection.ts";
import type { EntryActions } from "../use-entry-actions.ts";
import type { VisibleRows } from "../use-stable-rows.ts";
import { COLUMNS } from "./columns.ts";
import { HeaderRow } from "./header-row.tsx";
import { RepositoryRow } from "./repository-row.tsx";
import { useGridFocus } from "./use-grid-focus.ts";
import { useVisibleRange } from "./use-visible-range.ts";
import { useWatchMenu } from "./use-watch-menu.ts";

/** ARIA grid whose cells are navigated by keyboard. */
const GRID = { role: "grid", "aria-multiselectable": "true" } as const;

/**
 * Virtualized grid of repositories. Arrow keys move between cells; Enter or Space activates a cell's control, and Space
 * elsewhere selects the row.
 */
export function RepositoryGrid({
  shown: { rows, matching },
  actions,
  editAnnotation,
}: {
  readonly shown: VisibleRows;
  readonly actions: EntryActions;
  readonly editAnnotation: (entry: ListedEntry) => void;
}) {
  const { selection, select } = useListsPage();
  const body = useRef<HTMLTableSectionElement>(null);
  const menu = useWatchMenu();
  const { first, last, rowHeight } = useVisibleRange(body, rows.length);
  useWatchChecks(rows.slice(first, last));
  const gridFocus = useGridFocus(body, rows);
  const order = () => rows.map(({ id }) => id);
  const selected = rows.reduce((sum, { id }) => sum + Number(matching.has(id) && selection.ids.has(id)), 0);
  const selectAll = (on: boolean) => select((on ? addAll : removeAll)(selection, [...matching]));
  const selectRow = (entry: Entry, range: boolean) =>
    select(range ? extendTo(selection, entry.id, order()) : toggleEntry(selection, entry.id));

  const onKeyDown = (event: KeyboardEvent) => {
    const current = rows[gridFocus.row];
    const column = COLUMNS[gridFocus.column];
    if (!current || !column) return;
    if (event.key === " ") {
      const isButton = column === "annotation" || column === "star" || column === "watch";
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
    const to = gridFocus.move(event, rowHeight);
    if (to === undefined) return;
    event.preventDefault();
    const next = rows[to];
    const extendsSelection = event.shiftKey && (event.key === "ArrowDown" || event.key === "ArrowUp");
    if (extendsSelection && next) select({ ...addAll(selection, [current.id, next.id]), anchor: next.id });
  };

  // The focused row is always rendered, even outside the visible range.
  const renderedRows = Array.from({ length: last - first }, (_, index) => first + index);
  if (gridFocus.row < first) renderedRows.unshift(gridFocus.row);
  if (gridFocus.row >= last && gridFocus.row < rows.length) renderedRows.push(gridFocus.row);
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
        onFocusIn={({ target }) => gridFocus.follow(target)}
      >
        {renderedRows.map((index) => {
          const entry = rows[index];
          if (!entry) return null;
          const current = actions.withPending(entry);
          return (
            <RepositoryRow
              key={entry.id}
              entry={current}
              index={index}
              isSelected={selection.ids.has(entry.id)}
              matches={matching.has(entry.id)}
              active={index === gridFocus.row ? gridFocus.column : undefined}
              select={(range) => selectRow(entry, range)}
              annotate={() => editAnnotation(entry)}
              star={() => actions.change(entry, { starred: !current.starred })}
              isOpen={menu.openId === entry.id}
              keepMenuFocus={(event) => menu.keepFocus(event, entry.id)}
              openWatch={(button) =>
                menu.toggle(entry.id, button, current.watch, (watch) => actions.change(entry, { watch }))
              }
            />
          );
        })}
      </tbody>
    </table>
  );
}
