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
  "forgehand-full": async () => (await import("./forgehand.ts")).forgehandFull,
  "forgehand-compiled": async () => (await import("./forgehand-compiled.ts")).compiled,
  "forgehand-undici": async () => (await import("./forgehand-undici.ts")).overUndici,
  "forgehand-compiled-undici": async () => (await import("./forgehand-undici.ts")).compiledOverUndici,
} as const satisfies Readonly<Record<string, () => Promise<CallerFactory>>>;

/** The clients with the transport of each, as rows name them. */
export const CLIENT_LABELS: Readonly<Record<HttpClientName, string>> = {
  undici: "undici",
  fetch: "fetch",
  "octokit-core": "octokit-core over fetch",
  octokit: "octokit over fetch",
  ky: "ky over fetch",
  "openapi-fetch": "openapi-fetch over fetch",
  forgehand: "forgehand over fetch",
  "forgehand-full": "forgehand-full over fetch",
  "forgehand-compiled": "forgehand-compiled over fetch",
  "forgehand-undici": "forgehand over undici",
  "forgehand-compiled-undici": "forgehand-compiled over undici",
};

export type HttpClientName = keyof typeof CALLERS;

export function isHttpClientName(name: string): name is HttpClientName {
  return Object.hasOwn(CALLERS, name);
}

export const CLIENT_NAMES = Object.keys(CALLERS).filter(isHttpClientName);
