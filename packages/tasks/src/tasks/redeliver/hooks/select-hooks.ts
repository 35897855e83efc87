import { wildcardMatcher } from "@forgehand/core/internal";
import type { HookSelector } from "../../../settings/parse-values.ts";
import type { WebhookInfo } from "./hook-scope.ts";

/** Returns true if a webhook is selected. A webhook with a masked address can only be selected by id. */
export function isSelected({ id, address }: WebhookInfo, selectors: readonly HookSelector[]): boolean {
  return selectors.some((selector) => {
    if (typeof selector === "string") return selector === "all";
    return "id" in selector ? id === String(selector.id) : matchesAddress(address, selector.address);
  });
}

/** Returns whether a webhook whose address is unknown can be selected; its id can be unknown too. */
export function mayBeSelected(id: string | undefined, selectors: readonly HookSelector[]): boolean {
  return selectors.some((selector) => {
    if (typeof selector === "string") return selector === "all";
    return !("id" in selector) || id === undefined || id === String(selector.id);
  });
}

/** Matches an address with or without its scheme, in any case. */
export function matchesAddress(address: string | undefined, pattern: string): boolean {
  if (address === undefined) return false;
  const matches = wildcardMatcher(pattern.toLowerCase());
  const text = address.toLowerCase();
  return matches(text) || matches(text.replace(/^\w+:\/\//, ""));
}

/** Returns true if the service shows only a part of the address, or none. */
export function isMasked({ address }: WebhookInfo): boolean {
  return address === undefined || address.includes("***");
}

/** Returns the receiver's host. The full address may contain a secret. */
export function receiverOf({ address }: WebhookInfo): string {
  return URL.parse(address ?? "")?.host || "its receiver";
}
