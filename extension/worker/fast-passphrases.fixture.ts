import { afterAll, beforeAll, vi } from "vitest";

/** Derives keys with a single iteration in the tests of a file. `sealing.property.test.ts` checks the real number. */
export function useFastPassphrases(): void {
  let restore: () => void;
  beforeAll(() => {
    const derive = crypto.subtle.deriveBits.bind(crypto.subtle);
    const spy = vi.spyOn(crypto.subtle, "deriveBits").mockImplementation((algorithm, key, length) => {
      return derive(typeof algorithm === "object" ? { ...algorithm, iterations: 1 } : algorithm, key, length);
    });
    restore = () => spy.mockRestore();
  });
  afterAll(() => restore());
}
