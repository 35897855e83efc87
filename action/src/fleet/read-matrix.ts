import type { Declarations } from "@forgehand/tasks/declarations";
import { fullName, isWildcardText, type RepositoryRef } from "@forgehand/tasks/repository";
import type { RunContext } from "@forgehand/tasks/run/run-context";
import type { EntryTargets } from "@forgehand/tasks/run/task";
import { endRun, prepareRun, type RunDependencies } from "@forgehand/tasks/run-tasks";
import type { Settings } from "@forgehand/tasks/settings/create-settings";
import type { RepositoryDirectory } from "@forgehand/tasks/targets/directory";
import { createShards, type OwnerTargets, type ShardRow } from "./create-shards.ts";

export interface ShardMatrix {
  readonly rows: readonly ShardRow[];
  /** The shards share their quotas through Redis. */
  readonly isShared: boolean;
  /** Targets that could not be read or found; their shards report them too. */
  readonly notes: readonly string[];
}

/**
 * Divides the declared targets into shards.
 * @throws Problem if a setting is invalid; ForgeError if nothing can be read
 */
export async function readMatrix(
  inputs: Settings,
  declarations: Declarations,
  deps: RunDependencies,
): Promise<ShardMatrix> {
  const { run, tasks } = await prepareRun(inputs, declarations, deps);
  try {
    await run.redis?.open();
    return await divideTargets(
      run,
      tasks.flatMap(({ targets }) => targets),
    );
  } finally {
    await endRun(run);
  }
}

async function divideTargets(run: RunContext, scopes: readonly EntryTargets[]): Promise<ShardMatrix> {
  const installations = await run.connection.installations();
  const active = installations?.filter(({ isSuspended }) => !isSuspended);
  const installationIds = new Map(active?.map(({ id, owner }) => [owner.toLowerCase(), id]));
  const { owners, notes } = await targetsByOwner(scopes, run.directory);
  const ownerTargets = owners.map((ownerTarget) => ({
    ...ownerTarget,
    installation: installationIds.get(ownerTarget.owner.toLowerCase()),
  }));
  const quotas = { isPerOwner: installations !== undefined, isShared: run.redis !== undefined };
  return { rows: createShards(ownerTargets, quotas), isShared: quotas.isShared, notes };
}

/** Groups the targets of all entries by owner. */
async function targetsByOwner(scopes: readonly EntryTargets[], directory: RepositoryDirectory) {
  const targetsByKey = new Map<
    string,
    { owner: string; includesOwner: boolean; isUnread: boolean; repositories: Map<string, RepositoryRef> }
  >();
  const notes = new Set<string>();
  const targetsOf = (owner: string) => {
    const key = owner.toLowerCase();
    const targets = targetsByKey.get(key) ?? { owner, includesOwner: false, isUnread: false, repositories: new Map() };
    targetsByKey.set(key, targets);
    return targets;
  };
  for (const { organizations, ifNoneFound, selection, unsharded } of scopes) {
    if (unsharded !== undefined) notes.add(unsharded);
    const owners = await directory.findOrganizations(organizations, ifNoneFound);
    for (const owner of owners.organizations) targetsOf(owner).includesOwner = true;
    const found = selection && (await directory.find(selection));
    for (const repository of found?.repositories ?? [])
      targetsOf(repository.owner).repositories.set(fullName(repository).toLowerCase(), repository);
    for (const { target, problem } of [...owners.unreadable, ...(found?.unreadable ?? [])]) {
      const [owner = target] = target.split("/", 1);
      // A pattern of owners that matches nothing belongs to no shard.
      if (!isWildcardText(owner)) targetsOf(owner).isUnread = true;
      notes.add(`${target}: ${problem}`);
    }
    for (const { target, why } of [...owners.skipped, ...(found?.skipped ?? [])]) notes.add(`${target}: ${why}`);
  }
  const owners = Array.from(
    targetsByKey.values(),
    ({ owner, includesOwner, isUnread, repositories }): Omit<OwnerTargets, "installation"> => ({
      owner,
      includesOwner,
      isUnread,
      repositories: [...repositories.values()],
    }),
  );
  return { owners, notes: [...notes] };
}
