import type { Client } from "@forgehand/core";
import { getRateLimits } from "@forgehand/core/operations";
import type { Limit } from "../../messages/popup.ts";

/** What is left of an account's limits; asking takes nothing from them. Null where its host has none. */
export async function limitsOf({ call }: Client): Promise<readonly Limit[] | null> {
  const limits = await call(getRateLimits);
  if (!limits) return null;
  const { core, search } = limits.resources;
  return [limitOf("calls", core), limitOf("searches", search)];
}

function limitOf(
  of: Limit["of"],
  { limit, remaining, reset }: { readonly limit: number; readonly remaining: number; readonly reset: number },
): Limit {
  return { of, most: limit, left: remaining, until: reset * 1000 };
}
