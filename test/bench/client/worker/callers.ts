import type { Call } from "./batch.ts";

/** Given the API's root, makes what asks it for the page and gives the users on it. */
export type Caller = (baseUrl: string) => Call;

/** Every client that is measured. Each is loaded by itself, for it has a process of its own. */
export const CALLERS = {
  undici: async () => (await import("./undici.ts")).undici,
  fetch: async () => (await import("./fetch.ts")).builtIn,
  "octokit-core": async () => (await import("./octokit-core.ts")).octokitCore,
  octokit: async () => (await import("./octokit.ts")).octokit,
  ky: async () => (await import("./ky.ts")).kyClient,
  "openapi-fetch": async () => (await import("./openapi-fetch.ts")).openapiFetch,
  forgehand: async () => (await import("./forgehand.ts")).bare,
  "forgehand-compiled": async () => (await import("./forgehand-compiled.ts")).compiled,
  "forgehand-full": async () => (await import("./forgehand.ts")).full,
} as const satisfies Readonly<Record<string, () => Promise<Caller>>>;

export type ClientName = keyof typeof CALLERS;

export function isClientName(name: string): name is ClientName {
  return Object.hasOwn(CALLERS, name);
}

export const CLIENT_NAMES = Object.keys(CALLERS).filter(isClientName);
