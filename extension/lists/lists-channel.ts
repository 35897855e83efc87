/** Change notifications that the worker and the lists pages send on the channel `forgehand-lists`. */
export type ListsChange =
  /**
   * Re-read the entries newer than the last known revision; if `all` is true, re-read all of them, because some were
   * deleted.
   */
  | { readonly type: "entries"; readonly account: string; readonly all: boolean }
  | { readonly type: "gathering"; readonly account: string }
  | { readonly type: "annotations"; readonly account: string }
  | { readonly type: "savedFilters"; readonly account: string }
  | { readonly type: "jobs"; readonly account: string }
  /** Items of a job changed; re-read them if they are shown. */
  | { readonly type: "items"; readonly job: string };

const CHANNEL = "forgehand-lists";

/** Returns a function that notifies the extension's pages of a change. */
export function createListsAnnouncer(): (change: ListsChange) => void {
  const channel = new BroadcastChannel(CHANNEL);
  return (change) => channel.postMessage(change);
}

/**
 * Calls back on each change until the signal is aborted. Only the extension's own worker and pages can send on the
 * channel.
 */
export function onListsChange(onChange: (change: ListsChange) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<ListsChange>) => onChange(data);
  signal.addEventListener("abort", () => channel.close(), { once: true });
}
