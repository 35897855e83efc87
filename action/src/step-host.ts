import { runnerCredentials } from "@forgehand/tasks/credentials/credential-detector";
import type { Environment, Host } from "@forgehand/tasks/host";
import { inputCredentials } from "./inputs/read-inputs.ts";

/** Returns what tasks need to know about the step: its variables, its credentials, and where its files are. */
export function stepHost(environment: Environment): Host {
  return {
    environment,
    workspace: environment["GITHUB_WORKSPACE"] || process.cwd(),
    credentials: [...inputCredentials(environment), ...runnerCredentials(environment)],
    defaultApiUrl: environment["GITHUB_API_URL"],
  };
}
