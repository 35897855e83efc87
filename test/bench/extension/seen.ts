import * as z from "zod/mini";

/** When something was seen on a page, in milliseconds after its DOMContentLoaded; before it is below nothing. */
export interface Seen {
  /** The overlay, with its buttons. */
  readonly visible: number;
  /** Whether there is a star, as anybody knew. */
  readonly state: number;
  /** A star, and none. */
  readonly starred: number;
  readonly unstarred: number;
  /** The first row's controls. */
  readonly row: number;
  /** Tasks that kept the page from everything else for more than 50 ms, in all. */
  readonly longTasks: number;
}

const Times = z.object({
  ready: z.number(),
  visible: z.optional(z.number()),
  state: z.optional(z.number()),
  true: z.optional(z.number()),
  false: z.optional(z.number()),
  row: z.optional(z.number()),
  longTasks: z.number(),
});

/** What `WATCH` has seen. */
export function readSeen(raw: unknown): Seen {
  const { ready, longTasks, ...times } = z.parse(Times, raw);
  const after = (time: number | undefined) => (time ?? Number.NaN) - ready;
  const { visible, state, row } = times;
  return {
    ...{ visible: after(visible), state: after(state), row: after(row), longTasks },
    ...{ starred: after(times.true), unstarred: after(times.false) },
  };
}

/**
 * Notes on a page when what is drawn on it is there: beside the page's own scripts, as those see it. What a script of the
 * extension changes is told of right behind it.
 */
export const WATCH = `(() => {
  const times = { longTasks: 0 };
  globalThis.forgehandTimes = times;
  const note = (name) => { times[name] ??= performance.now(); };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) times.longTasks += duration;
  }).observe({ type: "longtask", buffered: true });
  document.addEventListener("DOMContentLoaded", () => note("ready"), { once: true, capture: true });
  const see = (root) => {
    if (root.host.getBoundingClientRect().height > 0 && root.querySelector("button")) note("visible");
    const pressed = root.querySelector("button[aria-pressed]")?.getAttribute("aria-pressed");
    if (!pressed) return;
    note("state");
    note(pressed);
  };
  const watched = new Set();
  const find = () => {
    const root = document.querySelector("html > forgehand-overlay")?.shadowRoot;
    if (!root || watched.has(root)) return;
    watched.add(root);
    new MutationObserver(() => see(root)).observe(root, { childList: true, subtree: true, attributes: true });
    see(root);
  };
  const begin = () => {
    new MutationObserver(find).observe(document.documentElement, { childList: true });
    new MutationObserver((_, self) => {
      if (!document.querySelector("forgehand-row")) return;
      note("row");
      self.disconnect();
    }).observe(document.documentElement, { childList: true, subtree: true });
  };
  if (document.documentElement) begin();
  else new MutationObserver((_, self) => { self.disconnect(); begin(); }).observe(document, { childList: true });
})()`;
