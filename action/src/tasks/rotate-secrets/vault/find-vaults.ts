import type { Failure, Skipped } from "../../../plan.ts";
import type { Run } from "../../../run/run.ts";
import type { Place } from "../place.ts";
import type { Vault } from "./vault.ts";

/** Where an entry's secret is, as far as this run's shard has it. */
export async function findVaults(
  { directory }: Run,
  place: Place,
): Promise<{
  readonly vaults: readonly Vault[];
  readonly skipped: readonly Skipped[];
  readonly unreadable: readonly Failure[];
}> {
  if (place.level === "organization") {
    const { level, kind, organizations } = place;
    const vaults = organizations.filter(directory.hasOwner).map((org): Vault => ({ level, kind, org }));
    return { vaults, skipped: [], unreadable: [] };
  }
  const { repositories, skipped, unreadable } = await directory.find(place.selection);
  const vaults = repositories.map(({ owner, repo }): Vault => {
    if (place.level === "repository") return { level: place.level, kind: place.kind, owner, repo };
    return { level: place.level, kind: place.kind, owner, repo, environment: place.environment };
  });
  return { vaults, skipped, unreadable };
}
