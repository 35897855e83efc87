import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

// Node tells nothing of what its children used. Bash does, to the millisecond: what the command prints goes to standard
// output, so that standard error holds the times alone.
const TIMED = 'TIMEFORMAT="%3U %3S"; time "$@" 2>&1';

/**
 * Runs a command to its end.
 * @returns CPU milliseconds of its processes, user and system together
 * @throws Error with what it printed, where it fails
 */
export async function cpuOfCommand(folder: string, command: readonly string[]): Promise<number> {
  const child = spawn("bash", ["-c", TIMED, "bash", ...command], {
    cwd: folder,
    // Decimals with a point.
    env: { ...process.env, LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject).on("close", resolve);
  });
  const [code, printed, times] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  const [, user, system] = /^(\d+\.\d+) (\d+\.\d+)\s*$/.exec(times) ?? [];
  if (code !== 0 || user === undefined || system === undefined) {
    throw new Error(`${command.join(" ")} failed\n${`${printed}${times}`.slice(0, 2000)}`);
  }
  return (Number(user) + Number(system)) * 1000;
}
