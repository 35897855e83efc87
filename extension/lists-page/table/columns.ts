import type { SortKey } from "../../lists/sort-entries.ts";
import type { TextKey } from "../../locales/text-keys.ts";

/** Columns of the grid, in display order. */
export const COLUMNS = ["select", "repository", "language", "stars", "pushed", "star", "watch"] as const;
export type GridColumn = (typeof COLUMNS)[number];

/** Columns by which the list can be sorted. */
export const SORTABLE_COLUMNS: readonly {
  readonly column: GridColumn;
  readonly sort: SortKey;
  readonly word: TextKey;
}[] = [
  { column: "repository", sort: "name", word: "columnRepository" },
  { column: "language", sort: "language", word: "columnLanguage" },
  { column: "stars", sort: "stars", word: "columnStars" },
  { column: "pushed", sort: "pushed", word: "columnPushed" },
  { column: "star", sort: "starred", word: "columnStarred" },
  { column: "watch", sort: "watch", word: "columnWatch" },
];
