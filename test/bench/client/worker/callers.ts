import type { BenchCall } from "./batch.ts";

/** Creates a function that requests the page from the API and returns its users. */
export type CallerFactory = (baseUrl: string) => BenchCall;

/** All clients that are measured. Loaded on demand, because each has its own process. */
export const CALLERS = {
  undici: async () => (await import("./undici.ts")).undici,
  fetch: async () => (await import("./fetch.ts")).builtIn,
  "octokit-core": async () => (await import("./octokit-core.ts")).octokitCore,
  octokit: async () => (await import("./octokit.ts")).octokit,
  ky: async () => (await import("./ky.ts")).kyClient,
  "openapi-fetch": async () => (await import("./openapi-fetch.ts")).openapiFetch,
  forgehand: async () => (await import("./forgehand.ts")).forgehandBare,
  "forgehand-compiled": async () => (await import("./forgehand-compiled.ts")).compiled,
  "forgehand-full": async () => (await import("./forgehand.ts")).forgehandFull,
} as const satisfies Readonly<Record<string, () => Promise<CallerFactory>>>;

export type HttpClientName = keyof typeof CALLERS;

export function isHttpClientName(name: string): name is HttpClientName {
  return Object.hasOwn(CALLERS, name);
}

export const CLIENT_NAMES = Object.keys(CALLERS).filter(isHttpClientName);
