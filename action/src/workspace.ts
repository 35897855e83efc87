import type { Environment } from "./settings/read-inputs.ts";

/** Returns the folder that relative paths start from: the checkout folder, or the current folder outside a runner. */
export function workspaceOf(environment: Environment): string {
  return environment["GITHUB_WORKSPACE"] || process.cwd();
}
