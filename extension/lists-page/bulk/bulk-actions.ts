import type { BulkAction } from "../../lists/wanted-state.ts";
import type { PluralTextKey, TextKey } from "../../locales/text-keys.ts";

export const BULK_ACTIONS: readonly {
  readonly action: BulkAction;
  readonly word: TextKey;
  /** Describes the effect. */
  readonly means: TextKey;
  readonly title: PluralTextKey;
}[] = [
  { action: "star", word: "star", means: "starMeans", title: "jobStar" },
  { action: "unstar", word: "unstar", means: "unstarMeans", title: "jobUnstar" },
  { action: "watch", word: "watch", means: "watchingMeans", title: "jobWatch" },
  { action: "ignore", word: "ignore", means: "ignoringMeans", title: "jobIgnore" },
  { action: "unwatch", word: "unwatch", means: "notWatchingMeans", title: "jobUnwatch" },
];
