import type { Sort } from "../../lists/sort.ts";
import type { Word } from "../../locales/words.ts";

/** The grid's columns, from the line's beginning. */
export const COLUMNS = ["select", "repository", "language", "stars", "pushed", "star", "watch"] as const;
export type Column = (typeof COLUMNS)[number];

/** Columns that a list can be sorted by. */
export const SORTED: readonly { readonly column: Column; readonly sort: Sort; readonly word: Word }[] = [
  { column: "repository", sort: "name", word: "columnRepository" },
  { column: "language", sort: "language", word: "columnLanguage" },
  { column: "stars", sort: "stars", word: "columnStars" },
  { column: "pushed", sort: "pushed", word: "columnPushed" },
  { column: "star", sort: "starred", word: "columnStarred" },
  { column: "watch", sort: "watch", word: "columnWatch" },
];
