import type { Settings } from "../../settings/read.ts";
import type { Stored } from "./vault/store.ts";

/** Which secrets get a new value. */
export interface Policy {
  readonly existing: boolean;
  readonly missing: boolean;
  /** Those that are older; undefined: their age does not count. */
  readonly olderThanDays: number | undefined;
}

/** Reads when a secret gets a new value. @throws Problem */
export function readPolicy(settings: Settings): Policy {
  const days = settings.optional("max-age-days");
  const when = settings.optional("when") ?? [days === undefined ? "always" : "older"];
  const isOlder = when.includes("older");
  if (isOlder && days === undefined) {
    throw settings.problem("max-age-days", "is missing: when says older. For example: max-age-days: 90");
  }
  if (!isOlder && days !== undefined) {
    throw settings.problem("max-age-days", "counts only where when says older. For example: when: older, missing");
  }
  const isAlways = when.includes("always");
  if (isOlder && (isAlways || when.includes("existing"))) {
    throw settings.problem(
      "when",
      "says older, and always or existing too, which take those of any age. For example: when: older, missing",
    );
  }
  return {
    existing: isAlways || when.includes("existing"),
    missing: isAlways || when.includes("missing"),
    olderThanDays: days,
  };
}

/** What becomes of a secret, as far as policy and time go. */
export type Decision =
  | { readonly does: "write" }
  | { readonly does: "fail"; readonly problem: string }
  | {
      readonly does: "skip";
      readonly why: string;
      /** It is left alone for its age: it has a value that may be another than what others get now. */
      readonly isRecent: boolean;
    };

const DAY = 86_400_000;

/**
 * Decides on one secret.
 * @param since what was written after it is done
 * @param now the service's time
 */
export function decide(
  { existing, missing, olderThanDays }: Policy,
  stored: Pick<Stored, "updatedAt"> | undefined,
  since: Date | undefined,
  now: Date,
): Decision {
  if (!stored) {
    if (missing) return { does: "write" };
    return { does: "skip", why: "there is none, and when names only those that there are", isRecent: false };
  }
  const updated = Date.parse(stored.updatedAt ?? "");
  // In whole seconds: what was written in the very second may have been written before. Once more, and it is later.
  if (since && updated > since.getTime()) {
    const why = `was set ${stored.updatedAt}, after this rotation began (${since.toISOString()})`;
    return { does: "skip", why, isRecent: true };
  }
  if (existing) return { does: "write" };
  if (olderThanDays === undefined) {
    return { does: "skip", why: "it exists, and when names only those that are missing", isRecent: false };
  }
  if (Number.isNaN(updated)) return { does: "fail", problem: "the service does not tell when it was last set" };
  const age = (now.getTime() - updated) / DAY;
  if (age > olderThanDays) return { does: "write" };
  const days = `${Math.floor(age)} ${Math.floor(age) === 1 ? "day" : "days"}`;
  return { does: "skip", why: `it is ${days} old, and due after ${olderThanDays}`, isRecent: true };
}
