import { MOST_SHARES } from "../settings/forms.ts";
import { nameOf, type Repository } from "../targets/repository.ts";
import { shardOf } from "../targets/shard.ts";

/** What an owner has to be done. */
export interface OwnersTargets {
  readonly owner: string;
  /** Is it about what the owner has beside its repositories? */
  readonly isItself: boolean;
  readonly repositories: readonly Repository[];
  /** The app's installation there, where it is an app that calls. */
  readonly installation: string | undefined;
  /** What is there could not be read: its shard is to say so. */
  readonly isUnread: boolean;
}

/** One job of a fleet: its values are inputs of its step. */
export interface ShardRow {
  readonly shard: string;
  /** How much of the limits is its own. */
  readonly share: string;
  /** Empty: whichever the credentials reach. */
  readonly installation: string;
  readonly targets: number;
}

/** Jobs that a matrix may have. */
const MOST_JOBS = 256;
/** Into so many parts what one quota is for is cut at most; a part with fewer targets is not worth a job's start. */
const MOST_PARTS = 16;
const LEAST_TARGETS = 50;

/**
 * Cuts what is to be done into shards by quota owner: one for each owner, or, where there is but one or there are too many,
 * parts of all.
 * @param isApp an app has a quota of its own for each owner; a token has one
 */
export function cut(all: readonly OwnersTargets[], isApp: boolean): readonly ShardRow[] {
  const owners = all.filter((one) => one.isUnread || countOf(one) > 0);
  const [first] = owners;
  if (!first) return [];
  const most = isApp ? MOST_JOBS : MOST_SHARES;
  if (owners.length === 1 || owners.length > most) return parts(owners);
  return owners.map(
    (one, index): ShardRow => ({
      shard: one.owner,
      share: isApp ? "1/1" : `${index + 1}/${owners.length}`,
      installation: one.installation ?? "",
      targets: countOf(one),
    }),
  );
}

function parts(owners: readonly OwnersTargets[]): readonly ShardRow[] {
  const total = owners.reduce((sum, one) => sum + countOf(one), 0);
  const of = Math.min(MOST_PARTS, Math.max(1, Math.floor(total / LEAST_TARGETS)));
  const installation = owners.length === 1 ? (owners[0]?.installation ?? "") : "";
  const rows = Array.from({ length: of }, (_, index): ShardRow => {
    const shard = `${index + 1}/${of}`;
    const { hasOwner, hasRepository } = shardOf(shard);
    const counts = owners.map(
      ({ owner, isItself, repositories }) =>
        Number(isItself && hasOwner(owner)) + repositories.filter(hasRepository).length,
    );
    return { shard, share: shard, installation, targets: counts.reduce((sum, count) => sum + count, 0) };
  });
  // One that says what can't be read is left where there is nothing else.
  const busy = rows.filter(({ targets }) => targets > 0);
  return busy.length > 0 ? busy : rows.slice(0, 1);
}

function countOf({ isItself, repositories }: OwnersTargets): number {
  return Number(isItself) + new Set(repositories.map((one) => nameOf(one).toLowerCase())).size;
}
