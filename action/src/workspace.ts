import type { Environment } from "./settings/inputs.ts";

/** What paths begin at: the folder that the repository is checked out into, where a runner names one. */
export function workspaceOf(environment: Environment): string {
  return environment["GITHUB_WORKSPACE"] || process.cwd();
}
