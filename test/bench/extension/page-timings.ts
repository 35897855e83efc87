import * as z from "zod/mini";

/** Times at which elements appeared on a page, in milliseconds after DOMContentLoaded; negative if before it. */
export interface PageTimings {
  /** The overlay with its buttons. */
  readonly visible: number;
  /** The star's state, cached or current. */
  readonly state: number;
  /** The pressed and the unpressed star button. */
  readonly starred: number;
  readonly unstarred: number;
  /** The first row's controls. */
  readonly row: number;
  /** Total duration of tasks that blocked the main thread for more than 50 ms. */
  readonly longTasks: number;
}

const RawTimings = z.object({
  ready: z.number(),
  visible: z.optional(z.number()),
  state: z.optional(z.number()),
  true: z.optional(z.number()),
  false: z.optional(z.number()),
  row: z.optional(z.number()),
  longTasks: z.number(),
});

/** Parses the times recorded by the timing script. */
export function parsePageTimings(raw: unknown): PageTimings {
  const { ready, longTasks, ...times } = z.parse(RawTimings, raw);
  const after = (time: number | undefined) => (time ?? Number.NaN) - ready;
  const { visible, state, row } = times;
  return {
    visible: after(visible),
    state: after(state),
    row: after(row),
    longTasks,
    starred: after(times.true),
    unstarred: after(times.false),
  };
}

/**
 * Script that records when elements appear on a page. It runs in the page's own world and sees changes that the
 * extension's scripts make through mutation observers, immediately after them.
 */
export const TIMING_SCRIPT = `(() => {
  const times = { longTasks: 0 };
  globalThis.forgehandTimes = times;
  const note = (name) => { times[name] ??= performance.now(); };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) times.longTasks += duration;
  }).observe({ type: "longtask", buffered: true });
  document.addEventListener("DOMContentLoaded", () => note("ready"), { once: true, capture: true });
  const see = (root) => {
    if (root.host.getBoundingClientRect().height > 0 && root.querySelector(".bar button")) note("visible");
    const pressed = root.querySelector("button[aria-pressed]")?.getAttribute("aria-pressed");
    if (!pressed) return;
    note("state");
    note(pressed);
  };
  const watched = new Set();
  const find = () => {
    const root = document.querySelector("forgehand-overlay")?.shadowRoot;
    if (!root || watched.has(root)) return;
    watched.add(root);
    new MutationObserver(() => see(root)).observe(root, { childList: true, subtree: true, attributes: true });
    see(root);
  };
  const begin = () => {
    new MutationObserver(find).observe(document.documentElement, { childList: true, subtree: true });
    new MutationObserver((_, self) => {
      if (!document.querySelector("forgehand-row")) return;
      note("row");
      self.disconnect();
    }).observe(document.documentElement, { childList: true, subtree: true });
  };
  if (document.documentElement) begin();
  else new MutationObserver((_, self) => { self.disconnect(); begin(); }).observe(document, { childList: true });
})()`;
