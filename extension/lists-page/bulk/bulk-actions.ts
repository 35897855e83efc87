import type { BulkAction } from "../../lists/wanted-state.ts";
import type { PluralTextKey, TextKey } from "../../locales/text-keys.ts";

export const BULK_ACTIONS: readonly {
  readonly action: BulkAction;
  readonly name: TextKey;
  /** Describes the effect. */
  readonly description: TextKey;
  readonly title: PluralTextKey;
}[] = [
  { action: "star", name: "star", description: "starMeans", title: "jobStar" },
  { action: "unstar", name: "unstar", description: "unstarMeans", title: "jobUnstar" },
  { action: "watch", name: "watch", description: "watchingMeans", title: "jobWatch" },
  { action: "ignore", name: "ignore", description: "ignoringMeans", title: "jobIgnore" },
  { action: "unwatch", name: "unwatch", description: "notWatchingMeans", title: "jobUnwatch" },
];
