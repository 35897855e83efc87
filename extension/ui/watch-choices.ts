import { t } from "../locales/i18n.ts";
import type { WatchState } from "../model/control-states.ts";
import type { MenuChoice } from "./create-menu.ts";

/** The watch states to choose from, with descriptions. */
export const watchChoices = (): readonly MenuChoice<WatchState>[] => [
  { value: "not-watching", name: t("notWatching"), description: t("notWatchingMeans") },
  { value: "watching", name: t("watching"), description: t("watchingMeans") },
  { value: "ignoring", name: t("ignoring"), description: t("ignoringMeans") },
];

/** Messages after a change of the watch state. */
export const WATCH_NOTIFICATIONS = {
  "not-watching": "unwatchedNow",
  watching: "watchedNow",
  ignoring: "ignoredNow",
} as const satisfies Record<WatchState, string>;
