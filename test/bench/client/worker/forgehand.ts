import { type ClientOptions, createClient } from "@forgehand/core";
import { listStargazers } from "@forgehand/core/operations/starring";
import type { CallerFactory } from "./callers.ts";
import { repositoryParams, TOKEN } from "./request.ts";

export function forgehandWith(options: Partial<ClientOptions>): CallerFactory {
  return (baseUrl) => {
    const client = createClient({ baseUrl, credentials: TOKEN, ...options });
    return (index) => client.call(listStargazers, repositoryParams(index));
  };
}

/** All optional features disabled. */
export const BARE = { pace: "off", retry: false, cache: false } as const;

/** Limits that are tracked but never reached. */
const HIGH_LIMITS = { points: 1e9, content: 1e9, contentPerHour: 1e9, cpu: 1e9, inFlight: 1e6, writeGap: 0 };

export const forgehandBare = forgehandWith(BARE);

export const forgehandFull = forgehandWith({ pace: { limits: HIGH_LIMITS }, retry: {}, cache: true });
