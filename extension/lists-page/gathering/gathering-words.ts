import type { FoundIn } from "../../lists/entry.ts";
import type { Gathering } from "../../lists/gathering.ts";
import type { Word } from "../../locales/words.ts";
import { t } from "../../ui/words.ts";

const SOURCES = {
  starred: "sourceStarred",
  watched: "sourceWatched",
  repositories: "sourceRepositories",
  organizations: "sourceOrganizations",
} as const satisfies Record<FoundIn, Word>;

export function sourceWord(source: FoundIn): string {
  return t(SOURCES[source]);
}

export function isGathering({ state }: Gathering): boolean {
  return state === "listing" || state === "checking";
}
