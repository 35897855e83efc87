import type { PrimaryLimit, QuotaOwner } from "./settings.ts";

/** The window of a primary limit. It starts with its first call. */
export interface FixedWindow {
  limit: number;
  readonly end: number;
  used: number;
}

/** Returns the open window, or a new one that opens now. */
export function openWindow(
  open: FixedWindow | undefined,
  limit: PrimaryLimit,
  owner: QuotaOwner,
  at: number,
): FixedWindow {
  if (open && open.end > at) return open;
  return { limit: limitFor(limit, owner), end: at + limit.seconds * 1000, used: 0 };
}

/**
 * Returns an owner's limit. As documented by GitHub, installation limits grow with the repositories and users they can
 * access.
 */
function limitFor({ limit, inEnterprise, growth }: PrimaryLimit, owner: QuotaOwner): number {
  if (inEnterprise === undefined && !growth) return limit;
  const size = owner.size?.() ?? { repositories: 0, users: 0, inEnterprise: false };
  const base = size.inEnterprise ? (inEnterprise ?? limit) : limit;
  if (!growth) return base;
  const growthFor = (count: number, each: number) => Math.max(0, count - growth.above) * each;
  const grownLimit = base + growthFor(size.repositories, growth.perRepository) + growthFor(size.users, growth.perUser);
  // The maximum never lowers the base limit.
  return Math.max(base, Math.min(grownLimit, size.inEnterprise ? growth.maximumInEnterprise : growth.maximum));
}
