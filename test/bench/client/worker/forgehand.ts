import { type ClientOptions, createClient } from "@forgehand/core";
import { listStargazers } from "@forgehand/core/operations/starring";
import type { Caller } from "./callers.ts";
import { repository, TOKEN } from "./request.ts";

export function forgehand(options: Partial<ClientOptions>): Caller {
  return (baseUrl) => {
    const client = createClient({ baseUrl, credentials: TOKEN, ...options });
    return (index) => client.call(listStargazers, repository(index));
  };
}

/** Without all that can be left out. */
export const BARE = { pace: "off", retry: false, cache: false } as const;

/** Limits that are looked after, and never reached. */
const WIDE = { points: 1e9, content: 1e9, contentPerHour: 1e9, cpu: 1e9, inFlight: 1e6, writeGap: 0 };

export const bare = forgehand(BARE);

export const full = forgehand({ pace: { limits: WIDE }, retry: {}, cache: true });
