import type { Settings } from "../../settings/create-settings.ts";
import type { StoredItem } from "../../stores/item-store.ts";

/** Selects which secrets get a new value. */
export interface RotationPolicy {
  readonly existing: boolean;
  readonly missing: boolean;
  /** Rotates secrets older than this; undefined: age does not matter. */
  readonly olderThanDays: number | undefined;
}

/**
 * Reads the policy from the settings.
 * @throws Problem
 */
export function readRotationPolicy(settings: Settings): RotationPolicy {
  const days = settings.optional("max-age-days");
  const when = settings.optional("when") ?? [days === undefined ? "always" : "older"];
  const isOlder = when.includes("older");
  if (isOlder && days === undefined) {
    throw settings.problem("max-age-days", "must be set if when includes older. For example: max-age-days: 90");
  }
  if (!isOlder && days !== undefined) {
    throw settings.problem(
      "max-age-days",
      "must only be set if when includes older. For example: when: older, missing",
    );
  }
  const isAlways = when.includes("always");
  if (isOlder && (isAlways || when.includes("existing"))) {
    throw settings.problem(
      "when",
      "must not combine older with always or existing, which include secrets of any age. For example: when: older, missing",
    );
  }
  return {
    existing: isAlways || when.includes("existing"),
    missing: isAlways || when.includes("missing"),
    olderThanDays: days,
  };
}

/** Decision on one secret, by policy and time. */
export type RotationDecision =
  | { readonly does: "write" }
  | { readonly does: "fail"; readonly problem: string }
  | {
      readonly does: "skip";
      readonly why: string;
      /** Skipped because of its age: its value may differ from the new one that other targets get. */
      readonly isRecent: boolean;
    };

const DAY = 86_400_000;

/**
 * Decides on one secret.
 * @param since secrets written after this time are done
 * @param now the service's time
 * @param missingNote describes a secret that is missing
 */
export function decideRotation(
  { existing, missing, olderThanDays }: RotationPolicy,
  stored: Pick<StoredItem, "updatedAt"> | undefined,
  since: Date | undefined,
  now: Date,
  missingNote = "it does not exist",
): RotationDecision {
  if (!stored) {
    if (missing) return { does: "write" };
    return { does: "skip", why: `${missingNote}, and when does not include missing`, isRecent: false };
  }
  const updated = Date.parse(stored.updatedAt ?? "");
  // Times have whole seconds, so a write in the same second may be older than `since`: the secret is written again.
  if (since && updated > since.getTime()) {
    const why = `was set ${stored.updatedAt}, after this rotation began (${since.toISOString()})`;
    return { does: "skip", why, isRecent: true };
  }
  if (existing) return { does: "write" };
  if (olderThanDays === undefined) {
    return { does: "skip", why: "it exists, and when only includes missing", isRecent: false };
  }
  if (Number.isNaN(updated)) return { does: "fail", problem: "the service does not show when it was last set" };
  const age = (now.getTime() - updated) / DAY;
  if (age > olderThanDays) return { does: "write" };
  const days = `${Math.floor(age)} ${Math.floor(age) === 1 ? "day" : "days"}`;
  return { does: "skip", why: `it is ${days} old, and due after ${olderThanDays}`, isRecent: true };
}
