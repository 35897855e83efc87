import { onCacheChange } from "../cache/cache-change.ts";
import { type CachedPage, MAX_CACHED_ROWS } from "../cache/cached-data.ts";
import type { PageTarget } from "../messages/page.ts";
import { type Subject, subjectKey } from "../page/parse-page.ts";
import { callWorker } from "./call-worker.ts";

/** Last known states of a page and of rows of its list. The worker caches them. */
export interface CachedStates {
  /** Reads the states of rows, in their order. */
  readRows(rows: readonly Subject[]): Promise<readonly (CachedPage | undefined)[]>;
  /**
   * Calls back when the cached states of the page have changed.
   * @param row row of the page's list; undefined for the page itself
   */
  onUpdate(row: Subject | undefined, changed: UpdateCallback, signal: AbortSignal): void;
  /** Reads the cached states again, and calls back. */
  refresh(): void;
}

/** @param readAt when the states were requested, in milliseconds of `performance.now()` */
type UpdateCallback = (cached: CachedPage | undefined, readAt: number) => void;

/** @param signal ends all updates */
export function createCachedStates(
  { origin, target }: { readonly origin: string; readonly target: PageTarget },
  signal: AbortSignal,
): CachedStates {
  /** By the row's key; the page's own is empty. */
  const watched = new Map<string, { readonly row: Subject | undefined; readonly callbacks: Set<UpdateCallback> }>();
  let isOutdated = false;
  let isUpdating = false;

  async function read(rows: readonly Subject[]) {
    const { page, rows: states } = await callWorker("cached-states", {
      ...target,
      rows: rows.slice(0, MAX_CACHED_ROWS),
    });
    const rest: readonly (CachedPage | undefined)[] =
      rows.length > MAX_CACHED_ROWS ? (await read(rows.slice(MAX_CACHED_ROWS))).states : [];
    return { page: page ?? undefined, states: [...states.map((cached) => cached ?? undefined), ...rest] };
  }

  /** Updates all views, never concurrently. */
  async function updateViews(): Promise<void> {
    if (isUpdating) return;
    isUpdating = true;
    while (isOutdated && !signal.aborted) {
      isOutdated = false;
      await update().catch(() => undefined);
    }
    isUpdating = false;
  }

  async function update(): Promise<void> {
    const all = [...watched.values()];
    if (all.length === 0) return;
    const readAt = performance.now();
    const { page, states } = await read(all.flatMap(({ row }) => row ?? []));
    const remaining = states.values();
    for (const { row, callbacks } of all) {
      const cached = row ? remaining.next().value : page;
      for (const callback of callbacks) if (!signal.aborted) callback(cached, readAt);
    }
  }

  const onChange = () => {
    isOutdated = true;
    void updateViews();
  };
  onCacheChange("states", onChange, signal);

  return {
    refresh: onChange,
    readRows: async (rows) => (await read(rows)).states,
    onUpdate(row, changed, signal) {
      const key = row ? subjectKey(origin, row) : "";
      const entry = watched.get(key) ?? { row, callbacks: new Set() };
      watched.set(key, entry);
      entry.callbacks.add(changed);
      signal.addEventListener("abort", () => {
        entry.callbacks.delete(changed);
        if (entry.callbacks.size === 0 && watched.get(key) === entry) watched.delete(key);
      });
    },
  };
}
