import { useEffect, useState } from "preact/hooks";

/**
 * Computes a value after the page has been drawn, so that drawing does not wait for it. Returns the previous value
 * until then, and undefined at first.
 * @param inputs the value is computed again when one of them changes
 */
export function useAfterPaint<T>(compute: () => T, inputs: readonly unknown[]): T | undefined {
  const [value, setValue] = useState<T>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setValue(compute()));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, inputs);
  return value;
}
