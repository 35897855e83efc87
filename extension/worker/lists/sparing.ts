import type { Clock } from "@forgehand/core";
import type { ListsChange } from "../../lists/channel.ts";

/** How often the same is told at most, in milliseconds: nobody reads faster. */
const RARELY = 250;

/** Tells what is new at once, and what comes soon after it all together. */
export function sparing(tell: (change: ListsChange) => void, clock: Clock): (change: ListsChange) => void {
  /** What was told a short while ago, and what is still to be told of it. */
  const recent = new Map<string, ListsChange | undefined>();

  function rest(name: string): void {
    clock.after(RARELY, () => {
      const next = recent.get(name);
      if (!next) return recent.delete(name);
      recent.set(name, undefined);
      tell(next);
      return rest(name);
    });
  }

  return (change) => {
    const name = nameOf(change);
    if (recent.has(name)) {
      recent.set(name, change);
      return;
    }
    recent.set(name, undefined);
    tell(change);
    rest(name);
  };
}

function nameOf(change: ListsChange): string {
  if (change.type === "items") return `items ${change.job}`;
  // That some were taken away must not be lost to what comes after it.
  return `${change.type} ${change.account}${change.type === "entries" && change.all ? " all" : ""}`;
}
