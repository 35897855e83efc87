import type { RunContext } from "./run-context.ts";

/** Waits for a delay in milliseconds, or until the run is cancelled. */
export function pause(
  { clock, stopping }: Pick<RunContext, "clock" | "stopping">,
  milliseconds: number,
): Promise<void> {
  return new Promise((resolve) => {
    if (stopping.aborted) return resolve();
    const end = () => {
      cancel();
      stopping.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.after(milliseconds, end);
    stopping.addEventListener("abort", end);
  });
}
