import type { Run } from "./run.ts";

/** Waits, or until the run is to end. */
export function pause({ clock, stopping }: Pick<Run, "clock" | "stopping">, milliseconds: number): Promise<void> {
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
