/** Whether the long form of each test is wanted, as in `npm run test:full`. */
export const isFullRun = process.env["FORGEHAND_FULL_TESTS"] === "1";

/** Returns the size of a test: `quick` in `npm test`, `full` in `npm run test:full`. */
export function sized(quick: number, full: number): number {
  return isFullRun ? full : quick;
}
