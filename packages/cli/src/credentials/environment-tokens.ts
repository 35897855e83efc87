import type { Environment } from "@forgehand/tasks/host";
import { isGitHubHost, isThisMachine } from "./api-url.ts";

/** Variables with a token for github.com, and for another host, as the GitHub CLI reads them. The first one counts. */
const GITHUB_VARIABLES = ["GH_TOKEN", "GITHUB_TOKEN"] as const;
const ENTERPRISE_VARIABLES = ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"] as const;

/** Returns all tokens in the environment, for whatever host they are. */
export function tokensIn(environment: Environment): readonly string[] {
  return [...GITHUB_VARIABLES, ...ENTERPRISE_VARIABLES].flatMap((name) => environment[name] || []);
}

/** Returns the token in the environment for an API. A token for github.com is not sent to another host. */
export function tokenFor(apiUrl: string, environment: Environment): string | undefined {
  const name = variablesFor(apiUrl).find((variable) => environment[variable]);
  return name === undefined ? undefined : environment[name];
}

/** Explains where a token for an API can come from. */
export function tokenAdvice(apiUrl: string, environment: Environment): string {
  const [first] = variablesFor(apiUrl);
  const unused = GITHUB_VARIABLES.find((name) => environment[name]);
  const note =
    unused === undefined || first === "GH_TOKEN"
      ? ""
      : ` ${unused} is for github.com and is not sent to ${new URL(apiUrl).host}.`;
  return `A token must be given for ${apiUrl}: set ${first} or FORGEHAND_TOKEN, use --gh for the token of the GitHub CLI, or set FORGEHAND_APP_ID and FORGEHAND_PRIVATE_KEY of an app.${note}`;
}

function variablesFor(apiUrl: string): readonly [string, string] {
  const { host } = new URL(apiUrl);
  return isGitHubHost(host) || isThisMachine(host) ? GITHUB_VARIABLES : ENTERPRISE_VARIABLES;
}
