import type { SlidingLimit } from "../../../packages/emulator/src/limits/settings.ts";
import type { WireRequest } from "./job.ts";
import { type LimitRules, NEAR, PUBLISHED_LIMITS, type RequestCost, requestCost } from "./limit-rules.ts";

/** Minimum time in seconds in which a service with these limits, behind this network, can serve all requests. */
export function minimumSeconds(
  requests: readonly WireRequest[],
  rules: LimitRules = PUBLISHED_LIMITS,
  { shortest } = NEAR,
): number {
  const costs = requests.map(requestCost);
  const sum = (weight: (cost: RequestCost) => number) => costs.reduce((total, cost) => total + weight(cost), 0);
  const content = sum(({ createsContent }) => (createsContent ? 1 : 0));
  const shortestServiceTime = Math.min(...costs.map((cost) => cost.serviceTime));
  /** Time that the per-minute limits require for a share of the requests. */
  const timeByMinuteLimits = (share: number) =>
    Math.max(
      fullWindows(share * costs.length, { ...rules.inFlight, seconds: shortestServiceTime / 1000 }).time,
      fullWindows(share * sum(({ points }) => points), rules.points).time,
      fullWindows(share * sum((cost) => cost.serviceTime), rules.cpu).time,
      fullWindows(share * content, rules.content.minute).time,
    );
  /** Time that a per-hour limit requires; the requests of the last hour are subject to the per-minute limits again. */
  const timeByHourLimit = (weight: number, rule: SlidingLimit) => {
    const { time, rest } = fullWindows(weight, rule);
    return time + timeByMinuteLimits(rest);
  };
  const longest = Math.max(
    timeByHourLimit(costs.length, rules.primary),
    timeByHourLimit(content, rules.content.hour),
    timeByMinuteLimits(1),
  );
  return (longest + shortestServiceTime + 2 * shortest) / 1000;
}

/**
 * Time of the windows that must end before the last one starts, and the share of the weight that is left for the last
 * one.
 */
function fullWindows(
  weight: number,
  { limit, seconds }: SlidingLimit,
): { readonly time: number; readonly rest: number } {
  // Rounding errors of the shares must not add a window.
  const count = Math.max(0, Math.ceil(weight / limit - 1e-9) - 1);
  return { time: count * seconds * 1000, rest: weight === 0 ? 0 : (weight - count * limit) / weight };
}
