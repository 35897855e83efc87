import { randomInt } from "node:crypto";

/**
 * Creates the function that returns the ID of the next request, in the form of GitHub's: hexadecimal numbers joined by
 * colons. IDs are unique, also among emulators, but not secret: all but the counter is chosen once.
 */
export function createRequestIds(): () => string {
  const hex = (digits: number) =>
    randomInt(16 ** (digits - 1), 16 ** digits)
      .toString(16)
      .toUpperCase();
  const start = `${hex(4)}:${hex(6)}:${hex(7)}`;
  let count = randomInt(0x10_0000, 0x100_0000);
  return () => `${start}:${(++count).toString(16).toUpperCase()}`;
}
