/** Prints the problems that a check found, one per line, and sets the exit code. */
export function reportProblems(problems: readonly string[]): void {
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
