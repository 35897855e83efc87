import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

// Node does not report the CPU time of child processes. Bash does, in milliseconds: the command's output goes to
// standard output, so that standard error contains only the times.
const TIMED = 'TIMEFORMAT="%3U %3S"; time "$@" 2>&1';

/**
 * Runs a command until it exits.
 * @returns CPU time of its processes in milliseconds, user and system combined
 * @throws Error with the output if the command fails
 */
export async function cpuOfCommand(folder: string, command: readonly string[]): Promise<number> {
  const child = spawn("bash", ["-c", TIMED, "bash", ...command], {
    cwd: folder,
    // Decimal points instead of commas.
    env: { ...process.env, LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject).on("close", resolve);
  });
  const [code, output, times] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  const [, user, system] = /^(\d+\.\d+) (\d+\.\d+)\s*$/.exec(times) ?? [];
  if (code !== 0 || user === undefined || system === undefined) {
    throw new Error(`${command.join(" ")} failed\n${`${output}${times}`.slice(0, 2000)}`);
  }
  return (Number(user) + Number(system)) * 1000;
}
