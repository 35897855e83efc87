import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** Starts processes of a file, which end with the test, and waits until all of them are ready. */
export async function startRacers(file: URL, args: readonly string[], count: number): Promise<readonly ChildProcess[]> {
  const racers = Array.from({ length: count }, (_, index) =>
    fork(fileURLToPath(file), [...args, String(index)], { execArgv: ["--disable-warning=ExperimentalWarning"] }),
  );
  onTestFinished(() => {
    for (const racer of racers) racer.kill("SIGKILL");
  });
  await Promise.all(racers.map((racer) => once(racer, "message")));
  return racers;
}

/** Sends a message to processes at the same time, and returns their replies. */
export async function race(racers: readonly ChildProcess[], message: object | number): Promise<readonly unknown[]> {
  for (const racer of racers) racer.send(message);
  const replies = await Promise.all(racers.map((racer) => once(racer, "message")));
  return replies.map(([reply]) => reply);
}
