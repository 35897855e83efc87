import type { WatchState } from "../model/control-states.ts";
import type { Entry } from "./entry.ts";

export type BulkAction = "star" | "unstar" | "watch" | "ignore" | "unwatch";

/** State that a repository should have: either its star or its subscription. */
export type WantedState = { readonly starred: boolean } | { readonly watch: WatchState };

const WANTED_STATES: Readonly<Record<BulkAction, WantedState>> = {
  star: { starred: true },
  unstar: { starred: false },
  watch: { watch: "watching" },
  ignore: { watch: "ignoring" },
  unwatch: { watch: "not-watching" },
};

/** State that an action leads to. */
export function wantedStateOf(action: BulkAction): WantedState {
  return WANTED_STATES[action];
}

/** The control that changes the given state. */
export function controlOf(wanted: WantedState): "star" | "watch" {
  return "starred" in wanted ? "star" : "watch";
}

/** Current star or watch state of an entry, whichever `wanted` is about; null if unknown. */
export function currentStateOf(entry: Entry, wanted: WantedState): WantedState | null {
  if ("starred" in wanted) return entry.starred === null ? null : { starred: entry.starred };
  return entry.watch === null ? null : { watch: entry.watch };
}

export function isSameState(a: WantedState, b: WantedState): boolean {
  if ("starred" in a) return "starred" in b && a.starred === b.starred;
  return "watch" in b && a.watch === b.watch;
}
