/** Whether to run tests at full size, as `npm run test:full` does. */
export const isFullRun = process.env["FORGEHAND_FULL_TESTS"] === "1";

/** Returns the size of a test: `quick` in `npm test`, `full` in `npm run test:full`. */
export function pickSize(quick: number, full: number): number {
  return isFullRun ? full : quick;
}
