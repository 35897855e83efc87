/** Ends a check with what it found, a line each. */
export function finish(faults: readonly string[]): void {
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
