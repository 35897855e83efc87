/** Tells on the terminal what happens, a line a step. */
export interface Story {
  /** Begins a part. */
  part(title: string): void;
  /** Does a step, and tells it with a tick only when everything in it held. @throws what the step threw */
  step(line: string, work: () => Promise<void>): Promise<void>;
}

export function tellStory(): Story {
  return {
    part(title) {
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
 * Waits until the service itself says so.
 * @param ask gives what the service knows
 * @param holds whether that is right
 * @throws Error that says what was expected and what the service said last
 */
export async function serviceSays<T>(
  expected: string,
  ask: () => Promise<T>,
  holds: (answer: T) => boolean,
): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const answer = await ask();
    if (holds(answer)) return;
    if (performance.now() > deadline) {
      throw new Error(`Expected of the service: ${expected}. It says: ${JSON.stringify(answer)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
