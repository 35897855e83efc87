import type { ListsChange } from "./types.ts";

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
