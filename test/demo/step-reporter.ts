/** Prints the progress of a tour on the terminal, one line per step. */
export interface StepReporter {
  /** Prints the heading of a section. */
  section(title: string): void;
  /**
   * Runs a step and prints a tick if it succeeds, a cross if it throws.
   * @throws the error of the step
   */
  step(line: string, work: () => Promise<void>): Promise<void>;
}

export function createStepReporter(): StepReporter {
  return {
    section(title) {
      process.stdout.write(`\n${title}\n`);
    },
    async step(line, work) {
      try {
        await work();
      } catch (error) {
        process.stdout.write(`  ✗ ${line}\n`);
        throw error;
      }
      process.stdout.write(`  ✓ ${line}\n`);
    },
  };
}

/**
 * Polls the service until its state is as expected, for at most one minute.
 * @param readState reads the state from the service
 * @throws Error with the expected and the last read state
 */
export async function waitForState<T>(
  expected: string,
  readState: () => Promise<T>,
  isExpected: (state: T) => boolean,
): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const state = await readState();
    if (isExpected(state)) return;
    if (performance.now() > deadline) {
      throw new Error(`The service must have ${expected}, got ${JSON.stringify(state)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
