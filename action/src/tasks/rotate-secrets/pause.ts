import { Stopped } from "../../run/ending.ts";
import type { Run } from "../../run/run.ts";

/** Waits. @throws Stopped where the run is to end meanwhile */
export function pause({ clock, stopping }: Pick<Run, "clock" | "stopping">, milliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      cancel();
      reject(new Stopped(false));
    };
    const cancel = clock.after(milliseconds, () => {
      stopping.removeEventListener("abort", stop);
      resolve();
    });
    if (stopping.aborted) stop();
    else stopping.addEventListener("abort", stop, { once: true });
  });
}
