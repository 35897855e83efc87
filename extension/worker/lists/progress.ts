import type { Clock } from "@forgehand/core";
import type { ListsChange } from "../../lists/channel.ts";
import type { Lists } from "../../lists/database.ts";
import type { Gathering, SourceState } from "../../lists/gathering.ts";

/** How a gathering goes, written down and told of. */
export interface Progress {
  readonly now: () => Gathering;
  /** Changes it at once, and writes it down: rarely, or at once where it matters. */
  readonly set: (change: Partial<Gathering>, urgent?: "urgent") => Promise<void>;
  readonly source: (source: SourceState["source"], change: Partial<SourceState>) => Promise<void>;
  /** Entries were changed, under a new revision. */
  readonly entries: (revision: number | undefined) => void;
  /** Entries were taken away. */
  readonly fewer: () => void;
}

/** How often it is written down and told of at most, in milliseconds. */
const RARELY = 500;

export function progressOf(
  first: Gathering,
  {
    lists,
    clock,
    tell,
  }: { readonly lists: Lists; readonly clock: Clock; readonly tell: (change: ListsChange) => void },
): Progress {
  const { account } = first;
  let gathering = first;
  let writtenAt = 0;

  async function set(change: Partial<Gathering>, urgent?: "urgent"): Promise<void> {
    gathering = { ...gathering, ...change };
    const now = clock.now();
    if (!urgent && now - writtenAt < RARELY) return;
    writtenAt = now;
    await lists.put("gatherings", gathering);
    tell({ type: "gathering", account });
  }

  return {
    now: () => gathering,
    set,
    source: (source, change) => {
      const sources = gathering.sources.map((one) => (one.source === source ? { ...one, ...change } : one));
      return set({ sources }, change.state && "urgent");
    },
    entries(revision) {
      if (revision !== undefined) tell({ type: "entries", account, all: false });
    },
    fewer: () => tell({ type: "entries", account, all: true }),
  };
}
