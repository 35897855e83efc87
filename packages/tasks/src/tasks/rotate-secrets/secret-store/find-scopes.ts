import type { Failure, Skipped } from "../../../plan.ts";
import type { RunContext } from "../../../run/run-context.ts";
import type { SecretLocation } from "../secret-location.ts";
import type { SecretScope } from "./secret-scope.ts";

/** Returns the scopes of an entry's secret that belong to this run's shard. */
export async function findScopes(
  { directory }: RunContext,
  location: SecretLocation,
): Promise<{
  readonly scopes: readonly SecretScope[];
  readonly skipped: readonly Skipped[];
  readonly unreadable: readonly Failure[];
}> {
  if (location.level === "organization") {
    const { level, kind, organizations } = location;
    const scopes = organizations.filter(directory.hasOwner).map((org): SecretScope => ({ level, kind, org }));
    return { scopes, skipped: [], unreadable: [] };
  }
  const { repositories, skipped, unreadable } = await directory.find(location.selection);
  const scopes = repositories.map(({ owner, repo }): SecretScope => {
    if (location.level === "repository") return { level: location.level, kind: location.kind, owner, repo };
    return { level: location.level, kind: location.kind, owner, repo, environment: location.environment };
  });
  return { scopes, skipped, unreadable };
}
