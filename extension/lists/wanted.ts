import type { Watch } from "../messages/states.ts";
import type { Entry } from "./entry.ts";

/** What a person can do to many repositories at once. */
export type Action = "star" | "unstar" | "watch" | "ignore" | "unwatch";

/** How a repository shall be. One of the two. */
export type Wanted = { readonly starred: boolean } | { readonly watch: Watch };

const WANTED: Readonly<Record<Action, Wanted>> = {
  star: { starred: true },
  unstar: { starred: false },
  watch: { watch: "watching" },
  ignore: { watch: "ignoring" },
  unwatch: { watch: "not watching" },
};

/** How a repository shall be after an action. */
export function wantedBy(action: Action): Wanted {
  return WANTED[action];
}

/** How an entry is, in what something is about; null: not known. */
export function stateOf(entry: Entry, about: Wanted): Wanted | null {
  if ("starred" in about) return entry.starred === null ? null : { starred: entry.starred };
  return entry.watch === null ? null : { watch: entry.watch };
}

export function isAlike(one: Wanted, other: Wanted): boolean {
  if ("starred" in one) return "starred" in other && one.starred === other.starred;
  return "watch" in other && one.watch === other.watch;
}
