import type { CacheSettings } from "./cache-options.ts";
import type { CachedResponse } from "./cached-response.ts";

/** A response larger than this fraction of the cache is not stored, since it would evict too many others. */
const MAX_ENTRY_SHARE = 1 / 8;

/** An in-memory cache that evicts the least recently stored or revalidated responses first. */
export function createMemoryCache({ maxEntries, maxBytes }: CacheSettings) {
  const responses = new Map<string, CachedResponse>();
  let size = 0;
  const sizeOf = (key: string) => 2 * (key.length + (responses.get(key)?.text.length ?? 0));
  const evict = (key: string) => {
    if (responses.has(key)) size -= sizeOf(key);
    responses.delete(key);
  };
  return {
    get: (key: string) => responses.get(key),
    /** @returns whether it was small enough to store */
    set(key: string, response: CachedResponse): boolean {
      evict(key);
      responses.set(key, response);
      const added = sizeOf(key);
      size += added;
      const isSmall = added <= maxBytes * MAX_ENTRY_SHARE;
      if (!isSmall) evict(key);
      for (const oldest of responses.keys()) {
        if (responses.size <= maxEntries && size <= maxBytes) break;
        evict(oldest);
      }
      return isSmall;
    },
  };
}
