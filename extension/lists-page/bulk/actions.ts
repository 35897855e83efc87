import type { Action } from "../../lists/wanted.ts";
import type { Counting, Word } from "../../locales/words.ts";

/** What can be done to many at once, and how it is called. */
export const ACTIONS: readonly {
  readonly action: Action;
  readonly word: Word;
  /** What it will mean. */
  readonly means: Word;
  readonly title: Counting;
}[] = [
  { action: "star", word: "star", means: "starMeans", title: "jobStar" },
  { action: "unstar", word: "unstar", means: "unstarMeans", title: "jobUnstar" },
  { action: "watch", word: "watch", means: "watchingMeans", title: "jobWatch" },
  { action: "ignore", word: "ignore", means: "ignoringMeans", title: "jobIgnore" },
  { action: "unwatch", word: "unwatch", means: "notWatchingMeans", title: "jobUnwatch" },
];
