import type { HookSelector } from "../../../settings/forms.ts";
import { wildcard } from "../../../targets/wildcard.ts";
import type { Hook } from "./hook-place.ts";

/** Is a webhook among those that are wanted? One whose address the service masks is found by its id alone. */
export function isSelected({ id, address }: Hook, selectors: readonly HookSelector[]): boolean {
  return selectors.some((selector) => {
    if (typeof selector === "string") return selector === "all";
    return "id" in selector ? id === String(selector.id) : fits(address, selector.address);
  });
}

/** With or without the scheme in front. */
export function fits(address: string | undefined, pattern: string): boolean {
  if (address === undefined) return false;
  const isLike = wildcard(pattern);
  return isLike(address) || isLike(address.replace(/^\w+:\/\//, ""));
}

/** Does the service show only a part of its address, or nothing? */
export function isMasked({ address }: Hook): boolean {
  return address === undefined || address.includes("***");
}

/** The receiver's host. Its whole address may hold a secret. */
export function receiverOf({ address }: Hook): string {
  return URL.parse(address ?? "")?.host || "its receiver";
}
