import type { KeptAnswer } from "./kept-answer.ts";
import type { CacheSettings } from "./options.ts";

/** An answer larger than this part of the whole is not kept: it would push out too many others. */
const LARGEST_PART = 1 / 8;

/** Answers in memory, the least used ones given up first. */
export function createMemory({ entries, bytes }: CacheSettings) {
  const kept = new Map<string, KeptAnswer>();
  let size = 0;
  const sizeOf = (key: string, { text }: KeptAnswer) => 2 * (key.length + text.length);
  const drop = (key: string) => {
    const old = kept.get(key);
    if (!old) return;
    kept.delete(key);
    size -= sizeOf(key, old);
  };
  return {
    get(key: string): KeptAnswer | undefined {
      return kept.get(key);
    },
    /** @returns whether it is small enough to be kept */
    set(key: string, answer: KeptAnswer): boolean {
      drop(key);
      if (sizeOf(key, answer) > bytes * LARGEST_PART) return false;
      kept.set(key, answer);
      size += sizeOf(key, answer);
      for (const oldest of kept.keys()) {
        if (kept.size <= entries && size <= bytes) break;
        drop(oldest);
      }
      return true;
    },
  };
}
