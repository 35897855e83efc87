import { language } from "./words.ts";

/**
 * Tells how many milliseconds are left until a time, by a clock that nobody can set: the computer's own may be put right
 * meanwhile.
 * @param until milliseconds since 1970
 */
export function endOf(until: number): () => number {
  const end = performance.now() + until - Date.now();
  return () => end - performance.now();
}

/** `4:07` */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = new Intl.NumberFormat(language(), { minimumIntegerDigits: 2 });
  return `${Math.floor(seconds / 60)}:${two.format(seconds % 60)}`;
}
