import { execFileSync } from "node:child_process";
import manifest from "../../package.json" with { type: "json" };

/** Command of the pinned package manager. Set-up has cached it, so it is found without a network. */
export const PNPM = ["npx", "--prefer-offline", "-y", manifest.packageManager] as const;

/**
 * Runs pnpm and parses its output as JSON.
 * @throws Error with the output if it fails
 */
export function runPnpmJson(...args: readonly string[]): unknown {
  const [program, ...pnpm] = PNPM;
  const options = { encoding: "utf8", stdio: "pipe", maxBuffer: 2 ** 26 } as const;
  return JSON.parse(execFileSync(program, [...pnpm, ...args], options));
}
