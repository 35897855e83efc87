import { afterAll, beforeAll, vi } from "vitest";

/**
 * Derives keys from passphrases with one iteration in the tests of a file. `sealing.property.test.ts` tests how many
 * iterations there really are.
 */
export function useQuickPassphrases(): void {
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
