import type { CacheSettings } from "./cache-options.ts";
import type { CachedResponse } from "./cached-response.ts";

/** A response larger than this fraction of the cache is not stored, since it would evict too many others. */
const MAX_ENTRY_SHARE = 1 / 8;

/** An in-memory cache that evicts the least recently stored or revalidated responses first. */
export function createMemoryCache({ maxEntries, maxBytes }: CacheSettings) {
  const responses = new Map<string, CachedResponse>();
  let size = 0;
  const sizeOf = (key: string, { text }: CachedResponse) => 2 * (key.length + text.length);
  const evict = (key: string) => {
    const old = responses.get(key);
    if (!old) return;
    responses.delete(key);
    size -= sizeOf(key, old);
  };
  return {
    get(key: string): CachedResponse | undefined {
      return responses.get(key);
    },
    /** @returns whether it was small enough to store */
    set(key: string, response: CachedResponse): boolean {
      evict(key);
      if (sizeOf(key, response) > maxBytes * MAX_ENTRY_SHARE) return false;
      responses.set(key, response);
      size += sizeOf(key, response);
      for (const oldest of responses.keys()) {
        if (responses.size <= maxEntries && size <= maxBytes) break;
        evict(oldest);
      }
      return true;
    },
  };
}
