import type { Client } from "@forgehand/core";
import { getRateLimits } from "@forgehand/core/operations";
import type { RateLimitStatus } from "../../messages/popup.ts";

/** Reads an account's rate limits, which does not count against them. Null if the host has none. */
export async function readRateLimits({ call }: Client): Promise<readonly RateLimitStatus[] | null> {
  const limits = await call(getRateLimits);
  if (!limits) return null;
  const { core, search } = limits.resources;
  return [toRateLimitStatus("calls", core), toRateLimitStatus("searches", search)];
}

function toRateLimitStatus(
  resource: RateLimitStatus["resource"],
  { limit, remaining, reset }: { readonly limit: number; readonly remaining: number; readonly reset: number },
): RateLimitStatus {
  return { resource, limit, remaining, resetsAt: reset * 1000 };
}
