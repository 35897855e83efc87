import type { EntrySource } from "../../lists/entry.ts";
import type { Gathering } from "../../lists/gathering.ts";
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
