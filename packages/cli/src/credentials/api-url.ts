import type { Environment } from "@forgehand/tasks/host";

const DEFAULT_API_URL = "https://api.github.com";

/** Returns the API's base URL if no setting names one: that of the runner, of the host that the GitHub CLI uses, or GitHub's. */
export function defaultApiUrl({ GITHUB_API_URL: apiUrl, GH_HOST: host }: Environment): string {
  if (apiUrl) return apiUrl;
  if (!host) return DEFAULT_API_URL;
  if (host.toLowerCase() === "github.com") return DEFAULT_API_URL;
  return isTenant(host) ? `https://api.${host}` : `https://${host}/api/v3`;
}

/** Returns the host by whose name the GitHub CLI stores a token. */
export function webHost(apiUrl: string): string {
  const { host } = new URL(apiUrl);
  return host.startsWith("api.") && isGitHubHost(host) ? host.slice("api.".length) : host;
}

/** Returns whether a host belongs to github.com, which the variables GH_TOKEN and GITHUB_TOKEN are for. */
export function isGitHubHost(host: string): boolean {
  return /^(?:api\.)?github\.com$/i.test(host) || isTenant(host);
}

/** Returns whether a host is this machine, where an emulator can run. */
export function isThisMachine(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host);
}

/** Returns whether a host is that of an enterprise with data residency. */
function isTenant(host: string): boolean {
  return /^[\w.-]+\.ghe\.com$/i.test(host);
}
