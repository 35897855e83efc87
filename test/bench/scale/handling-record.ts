/** Handling of deliveries, as the logs of receivers show it. */
export interface HandlingRecord {
  /** Deliveries that were completed more than once, or whose handler started again afterwards. */
  readonly duplicates: number;
  /** Deliveries whose handler started more than once, because its process was killed before it was completed. */
  readonly repeated: number;
}

/**
 * Reads a log of receivers.
 * @param log lines such as `started GUID` and `completed GUID`, in the order of events
 */
export function readHandlingRecord(log: string): HandlingRecord {
  const starts = new Map<string, number>();
  const completed = new Set<string>();
  const duplicates = new Set<string>();
  for (const line of log.split("\n")) {
    const [event, guid] = line.split(" ");
    if (guid === undefined) continue;
    if (completed.has(guid)) duplicates.add(guid);
    if (event === "completed") completed.add(guid);
    else starts.set(guid, (starts.get(guid) ?? 0) + 1);
  }
  return { duplicates: duplicates.size, repeated: [...starts.values()].filter((count) => count > 1).length };
}
