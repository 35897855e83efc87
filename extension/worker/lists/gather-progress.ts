import type { Clock } from "@forgehand/core";
import type { ListsDatabase } from "../../lists/database.ts";
import type { Gathering, SourceProgress } from "../../lists/gathering.ts";
import type { ListsChange } from "../../lists/lists-channel.ts";

/** Progress of gathering, which is stored and announced. */
export interface GatherProgress {
  readonly current: () => Gathering;
  /** Updates the progress. It is stored at intervals, or immediately if urgent. */
  readonly set: (change: Partial<Gathering>, urgent?: "urgent") => Promise<void>;
  readonly setSource: (source: SourceProgress["source"], change: Partial<SourceProgress>) => Promise<void>;
  /** Announces changed entries, if there is a new revision. */
  readonly reportChangedEntries: (revision: number | undefined) => void;
  /** Announces deleted entries. */
  readonly reportDeletedEntries: () => void;
}

/** Minimum interval between two updates that are not urgent, in milliseconds. */
const INTERVAL = 500;

export function createGatherProgress(
  initial: Gathering,
  {
    lists,
    clock,
    emit,
  }: { readonly lists: ListsDatabase; readonly clock: Clock; readonly emit: (change: ListsChange) => void },
): GatherProgress {
  const { account } = initial;
  let gathering = initial;
  let writtenAt = -Infinity;

  async function set(change: Partial<Gathering>, urgent?: "urgent"): Promise<void> {
    gathering = { ...gathering, ...change };
    const now = clock.monotonic();
    if (!urgent && now - writtenAt < INTERVAL) return;
    writtenAt = now;
    await lists.put("gatherings", gathering);
    emit({ type: "gathering", account });
  }

  return {
    current: () => gathering,
    set,
    setSource: (source, change) => {
      const sources = gathering.sources.map((entry) => (entry.source === source ? { ...entry, ...change } : entry));
      return set({ sources }, change.state && "urgent");
    },
    reportChangedEntries(revision) {
      if (revision !== undefined) emit({ type: "entries", account, all: false });
    },
    reportDeletedEntries: () => emit({ type: "entries", account, all: true }),
  };
}
