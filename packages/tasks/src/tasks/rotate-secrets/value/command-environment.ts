import { credentialDetector, isProtectedVariable } from "../../../credentials/credential-detector.ts";
import type { Environment, Host } from "../../../host.ts";

/** Variables with which a process requests identity tokens of the job. */
const ID_TOKEN_VARIABLES = ["ACTIONS_ID_TOKEN_REQUEST_URL", "ACTIONS_ID_TOKEN_REQUEST_TOKEN"];

/**
 * Returns the variables that commands get: the step's own, but without its inputs and without those that contain
 * a credential that the step itself uses, whatever their names.
 * @param mayRequestIdToken true to let commands request identity tokens of the job
 */
export function commandEnvironment(
  { environment, credentials }: Pick<Host, "environment" | "credentials">,
  mayRequestIdToken: boolean,
): Environment {
  const containsCredential = credentialDetector(credentials);
  const isKept = ([name, value = ""]: readonly [string, string | undefined]) => {
    if (ID_TOKEN_VARIABLES.includes(name.toUpperCase())) return mayRequestIdToken;
    return !isProtectedVariable(name) && !containsCredential(value);
  };
  return Object.fromEntries(Object.entries(environment).filter(isKept));
}

/** Returns true if an argument contains a credential that the step itself uses: other processes can read arguments. */
export function hasCredential(command: readonly string[], { credentials }: Pick<Host, "credentials">): boolean {
  return command.some(credentialDetector(credentials));
}
