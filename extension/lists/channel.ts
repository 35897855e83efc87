/** What the worker announces on the channel `forgehand-lists`: that there is something new to read. */
export type ListsChange =
  /** Read those that are newer than the revision that you know; with `all`, all of them: some were taken away. */
  | { readonly type: "entries"; readonly account: string; readonly all: boolean }
  | { readonly type: "gathering"; readonly account: string }
  | { readonly type: "jobs"; readonly account: string }
  /** Items of a job changed: read them again where they are shown. */
  | { readonly type: "items"; readonly job: string };

const CHANNEL = "forgehand-lists";

/** Tells the extension's pages that there is something new to read. */
export function announcer(): (change: ListsChange) => void {
  const channel = new BroadcastChannel(CHANNEL);
  return (change) => channel.postMessage(change);
}

/** Hears of what is new, until the signal is aborted. Only the extension's own worker and pages can speak on the channel. */
export function followLists(heard: (change: ListsChange) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<ListsChange>) => heard(data);
  signal.addEventListener("abort", () => channel.close(), { once: true });
}
