import { execFileSync } from "node:child_process";
import manifest from "../../package.json" with { type: "json" };

/** The package manager that set-up ran, and left where no network is needed to find it. */
export const PNPM = ["npx", "--prefer-offline", "-y", manifest.packageManager] as const;

/** What it answers, as JSON. @throws Error with what it printed, where it fails */
export function askPnpm(...args: readonly string[]): unknown {
  const [program, ...pnpm] = PNPM;
  const options = { encoding: "utf8", stdio: "pipe", maxBuffer: 2 ** 26 } as const;
  return JSON.parse(execFileSync(program, [...pnpm, ...args], options));
}
