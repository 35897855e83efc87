import type { Owner, PrimaryLimit } from "./settings.ts";

/** A primary limit's window: it lies still, from its first call on. */
export interface FixedWindow {
  readonly limit: number;
  readonly end: number;
  used: number;
}

/** The window that is open, or one that opens now. */
export function openWindow(open: FixedWindow | undefined, limit: PrimaryLimit, owner: Owner, at: number): FixedWindow {
  if (open && open.end > at) return open;
  return { limit: limitFor(limit, owner), end: at + limit.seconds * 1000, used: 0 };
}

/** How many calls an owner has in a window (public documentation of rate limits: installations grow with what they see). */
function limitFor({ limit, inEnterprise, growth }: PrimaryLimit, owner: Owner): number {
  if (inEnterprise === undefined && !growth) return limit;
  const size = owner.size?.() ?? { repositories: 0, users: 0, inEnterprise: false };
  const base = size.inEnterprise ? (inEnterprise ?? limit) : limit;
  if (!growth) return base;
  const more = (count: number, each: number) => Math.max(0, count - growth.above) * each;
  const grown = base + more(size.repositories, growth.perRepository) + more(size.users, growth.perUser);
  // Who starts above the maximum stays there.
  return Math.max(base, Math.min(grown, size.inEnterprise ? growth.maximumInEnterprise : growth.maximum));
}
