import { language } from "../locales/i18n.ts";

/**
 * Returns a function that gives the milliseconds left until a time. Uses a monotonic clock, so that changes of the
 * system clock have no effect.
 * @param until milliseconds since 1970
 */
export function countdownTo(until: number): () => number {
  const end = performance.now() + until - Date.now();
  return () => end - performance.now();
}

/** Formats a duration: `4:07`. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = new Intl.NumberFormat(language(), { minimumIntegerDigits: 2 });
  return `${Math.floor(seconds / 60)}:${two.format(seconds % 60)}`;
}
