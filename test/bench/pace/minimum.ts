import type { WireRequest } from "./job.ts";
import { LATENCY, type Load, loadOf, PUBLISHED, type Rule, type Rules } from "./rules.ts";

/** The fewest seconds in which a service that keeps to its rules can have served all of these requests. */
export function minimumSeconds(requests: readonly WireRequest[], rules: Rules = PUBLISHED): number {
  const loads = requests.map(loadOf);
  const sum = (weight: (load: Load) => number) => loads.reduce((total, load) => total + weight(load), 0);
  const content = sum(({ createsContent }) => (createsContent ? 1 : 0));
  const service = Math.min(...loads.map((load) => load.service));
  /** What a share of the requests takes by the rules of a minute. */
  const minutes = (share: number) =>
    Math.max(
      fullWindows(share * loads.length, { limit: rules.inFlight, window: service }).time,
      fullWindows(share * sum(({ points }) => points), rules.points).time,
      fullWindows(share * sum((load) => load.service), rules.cpu).time,
      fullWindows(share * content, rules.contentPerMinute).time,
    );
  /** What they all take by the rule of an hour; what is left for the last hour keeps to the minute's again. */
  const hours = (weight: number, rule: Rule) => {
    const { time, rest } = fullWindows(weight, rule);
    return time + minutes(rest);
  };
  const longest = Math.max(hours(loads.length, rules.primary), hours(content, rules.contentPerHour), minutes(1));
  return (longest + service + 2 * LATENCY.shortest) / 1000;
}

/** The windows that must have passed before the last one, and the share of the weight that is left for that. */
function fullWindows(weight: number, { limit, window }: Rule): { readonly time: number; readonly rest: number } {
  // The rounding of shares must not add a window.
  const count = Math.max(0, Math.ceil(weight / limit - 1e-9) - 1);
  return { time: count * window, rest: weight === 0 ? 0 : (weight - count * limit) / weight };
}
