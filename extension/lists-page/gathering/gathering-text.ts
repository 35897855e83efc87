import { isGitHubCloud } from "../../host/host-address.ts";
import type { EntrySource } from "../../lists/entry.ts";
import { type Gathering, hasWatchedList } from "../../lists/gathering.ts";
import { t } from "../../locales/i18n.ts";
import type { TextKey } from "../../locales/text-keys.ts";

const SOURCE_TEXTS = {
  starred: "sourceStarred",
  watched: "sourceWatched",
  repositories: "sourceRepositories",
  organizations: "sourceOrganizations",
} as const satisfies Record<EntrySource, TextKey>;

export function sourceText(source: EntrySource): string {
  return t(SOURCE_TEXTS[source]);
}

export function isGathering({ state }: Gathering): boolean {
  return state === "listing" || state === "checking";
}

/** Explains what an account's host reports about watched repositories. */
export function watchedListText(origin: string, gathering: Gathering): string {
  const { host } = new URL(origin);
  if (hasWatchedList(gathering)) return t("watchListed", host);
  if (isGitHubCloud(origin)) return t("watchListEnded");
  const isRefused = gathering.sources.some(({ source, state }) => source === "watched" && state === "refused");
  return t(isRefused ? "watchListRefused" : "watchListEmpty", host);
}
