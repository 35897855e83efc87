import { wildcardMatcher } from "@forgehand/core/internal";
import type { Failure, Skipped } from "../plan.ts";
import type { HookSelector } from "../settings/parse-values.ts";
import { classifyNoneFound, type IfNoneFound, type NoneFound } from "../targets/if-none-found.ts";
import type { WebhookInfo, WebhookList } from "./webhook-info.ts";

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
function isMasked({ address }: WebhookInfo): boolean {
  return address === undefined || address.includes("***");
}

/** Returns the receiver's host. The full address may contain a secret. */
export function receiverOf({ address }: WebhookInfo): string {
  return URL.parse(address ?? "")?.host || "its receiver";
}

/**
 * Returns the selectors that match no webhook. A missing id is always a failure.
 * @param lists the webhooks of all targets; without any target, that is reported instead
 */
export function unmatchedSelectors(
  selectors: readonly HookSelector[],
  lists: readonly WebhookList[],
  ifNoneFound: IfNoneFound,
): NoneFound {
  const hooks = lists.flatMap((list) => list.hooks);
  const ids = new Set([...hooks, ...lists.flatMap(({ unexpected }) => unexpected)].map(({ id }) => id));
  const skipped: Skipped[] = [];
  const failures: Failure[] = [];
  const warnings: string[] = [];
  for (const selector of lists.length === 0 ? [] : selectors) {
    if (typeof selector === "string") continue;
    if ("id" in selector) {
      if (ids.has(String(selector.id))) continue;
      failures.push({
        target: `webhook ${selector.id}`,
        problem: "not found; a webhook's ID is the last part of the URL of its settings page",
      });
    } else if (!hooks.some(({ address }) => matchesAddress(address, selector.address))) {
      const masked = hooks.filter(isMasked).length;
      const why = `no webhook has a matching address${masked === 0 ? "" : `; the addresses of ${masked} are masked: select those by ID`}`;
      const noneFound = classifyNoneFound({ target: `webhooks ${selector.address}`, why }, ifNoneFound);
      failures.push(...noneFound.failures);
      skipped.push(...noneFound.skipped);
      warnings.push(...noneFound.warnings);
    }
  }
  return { failures, skipped, warnings };
}
