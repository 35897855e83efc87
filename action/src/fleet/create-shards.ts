import { fullName, type RepositoryRef } from "@forgehand/tasks/repository";
import { MAX_SHARES } from "@forgehand/tasks/settings/parse-values";
import { shardOf } from "@forgehand/tasks/targets/shard";

export interface OwnerTargets {
  readonly owner: string;
  /** Includes the owner's own secrets, template or webhooks. */
  readonly includesOwner: boolean;
  readonly repositories: readonly RepositoryRef[];
  /** The app's installation for the owner, if the credentials are an app's. */
  readonly installation: string | undefined;
  /** The owner's repositories could not be read; its shard reports that. */
  readonly isUnread: boolean;
}

/** One job of the matrix; its values are inputs of the step. */
export interface ShardRow {
  readonly shard: string;
  /** This job's share of the rate limits; undefined if all jobs share them through Redis. */
  readonly share?: string | undefined;
  /** Empty: any installation. */
  readonly installation: string;
  readonly targets: number;
}

/** Properties of the quotas that the jobs use. */
export interface ShardQuotas {
  /** An app has a separate quota for each owner; a token has one. */
  readonly isPerOwner: boolean;
  /** The jobs share each quota through Redis, without fixed shares. */
  readonly isShared: boolean;
}

/** Maximum number of jobs in a matrix. */
const MAX_JOBS = 256;
/** Maximum number of parts that share one quota, and minimum number of targets worth a job. */
const MAX_PARTS = 16;
const MIN_TARGETS = 50;

/**
 * Divides targets into shards by quota owner: one per owner or, with a single owner or too many, equal parts of all
 * targets.
 */
export function createShards(candidates: readonly OwnerTargets[], quotas: ShardQuotas): readonly ShardRow[] {
  const { isPerOwner, isShared } = quotas;
  const owners = candidates.filter((owner) => owner.isUnread || countTargets(owner) > 0);
  const [first] = owners;
  if (!first) return [];
  const limit = isPerOwner || isShared ? MAX_JOBS : MAX_SHARES;
  if (owners.length === 1 || owners.length > limit) return splitIntoParts(owners, isShared);
  return owners.map(
    (owner, index): ShardRow => ({
      shard: owner.owner,
      ...(!isShared && { share: isPerOwner ? "1/1" : `${index + 1}/${owners.length}` }),
      installation: owner.installation ?? "",
      targets: countTargets(owner),
    }),
  );
}

function splitIntoParts(owners: readonly OwnerTargets[], isShared: boolean): readonly ShardRow[] {
  const total = owners.reduce((sum, owner) => sum + countTargets(owner), 0);
  const partCount = Math.min(MAX_PARTS, Math.max(1, Math.floor(total / MIN_TARGETS)));
  const installation = owners.length === 1 ? (owners[0]?.installation ?? "") : "";
  const rows = Array.from({ length: partCount }, (_, index): ShardRow => {
    const shard = `${index + 1}/${partCount}`;
    const { hasOwner, hasRepository } = shardOf(shard);
    const counts = owners.map(
      ({ owner, includesOwner, repositories }) =>
        Number(includesOwner && hasOwner(owner)) + repositories.filter(hasRepository).length,
    );
    const targets = counts.reduce((sum, count) => sum + count, 0);
    return { shard, ...(!isShared && { share: shard }), installation, targets };
  });
  // If no part has targets, one is kept to report what can't be read.
  const nonEmpty = rows.filter(({ targets }) => targets > 0);
  return nonEmpty.length > 0 ? nonEmpty : rows.slice(0, 1);
}

function countTargets({ includesOwner, repositories }: OwnerTargets): number {
  return Number(includesOwner) + new Set(repositories.map((repository) => fullName(repository).toLowerCase())).size;
}
