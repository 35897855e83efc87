import type { SlidingLimit } from "../../../packages/emulator/src/limits/settings.ts";
import { LIMIT_PRESETS } from "../../../packages/emulator/src/limits/settings.ts";
import { type LimitRules, PUBLISHED_LIMITS } from "../pace/limit-rules.ts";

/** An owner of repositories, with an installation of the app and its own limits. */
export interface FleetOwner {
  readonly name: string;
  readonly repositories: readonly string[];
}

/** Number of owners and of all their repositories together. */
export interface FleetSize {
  readonly owners: number;
  readonly repositories: number;
}

/** Creates owners of which a few have many repositories: the nth one has about 1/√n of what the first one has. */
export function createFleet({ owners, repositories }: FleetSize): readonly FleetOwner[] {
  const shares = Array.from({ length: owners }, (_, index) => 1 / Math.sqrt(index + 1));
  const total = shares.reduce((sum, share) => sum + share);
  let share = 0;
  let assigned = 0;
  return shares.map((part, index) => {
    share += part;
    const end = Math.round((share / total) * repositories);
    const names = Array.from({ length: end - assigned }, (_, at) => `repo-${at + 1}`);
    assigned = end;
    return { name: `owner-${index + 1}`, repositories: names };
  });
}

/** The limits of an owner's installation, of which the primary one grows with its repositories. */
export function installationRules({ repositories }: FleetOwner): LimitRules {
  return { ...PUBLISHED_LIMITS, primary: primaryOf(repositories.length) };
}

function primaryOf(repositories: number): SlidingLimit {
  const { limit, seconds, growth } = LIMIT_PRESETS.published.primary.installation.core;
  const grown = limit + Math.max(0, repositories - growth.above) * growth.perRepository;
  return { limit: Math.min(grown, growth.maximum), seconds };
}
