import type { Clock } from "@forgehand/core";
import type { ListsChange } from "../../lists/lists-channel.ts";

/** Minimum interval between two equal changes, in milliseconds. */
const INTERVAL = 250;

/** Emits a change immediately and combines equal changes that follow within the interval. */
export function throttleChanges(emit: (change: ListsChange) => void, clock: Clock): (change: ListsChange) => void {
  /** The last suppressed change of each running interval. */
  const pending = new Map<string, ListsChange | undefined>();

  function startInterval(key: string): void {
    clock.after(INTERVAL, () => {
      const next = pending.get(key);
      if (!next) return pending.delete(key);
      pending.set(key, undefined);
      emit(next);
      return startInterval(key);
    });
  }

  return (change) => {
    const key = changeKey(change);
    if (pending.has(key)) {
      pending.set(key, change);
      return;
    }
    pending.set(key, undefined);
    emit(change);
    startInterval(key);
  };
}

function changeKey(change: ListsChange): string {
  if (change.type === "items") return `items ${change.job}`;
  // A change with `all` must not be replaced by one without it.
  return `${change.type} ${change.account}${change.type === "entries" && change.all ? " all" : ""}`;
}
