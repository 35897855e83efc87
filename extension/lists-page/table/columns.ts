import type { SortKey } from "../../lists/sort-entries.ts";
import type { TextKey } from "../../locales/text-keys.ts";

/** Columns of the grid, in display order. */
export const COLUMNS = ["select", "repository", "language", "stars", "pushed", "annotation", "star", "watch"] as const;
export type GridColumn = (typeof COLUMNS)[number];

/** Headers of the columns after the first. Those without a sort key can't be sorted by. */
export const COLUMN_HEADERS: readonly {
  readonly column: GridColumn;
  readonly sort?: SortKey;
  readonly title: TextKey;
}[] = [
  { column: "repository", sort: "name", title: "columnRepository" },
  { column: "language", sort: "language", title: "columnLanguage" },
  { column: "stars", sort: "stars", title: "columnStars" },
  { column: "pushed", sort: "pushed", title: "columnPushed" },
  { column: "annotation", title: "columnTags" },
  { column: "star", sort: "starred", title: "columnStarred" },
  { column: "watch", sort: "watch", title: "columnWatch" },
];
