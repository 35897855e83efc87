import type { Declarations } from "../declarations.ts";
import { prepare, type Surroundings } from "../run/perform.ts";
import type { Settings } from "../settings/read.ts";
import type { Directory } from "../targets/directory.ts";
import { nameOf, type Repository } from "../targets/repository.ts";
import type { Scope } from "../task.ts";
import { cut, type OwnersTargets, type ShardRow } from "./cut.ts";

/** What a matrix comes to. */
export interface Matrix {
  readonly rows: readonly ShardRow[];
  /** What could not be read, or was not found: the shards that it belongs to say so too. */
  readonly notes: readonly string[];
}

/** Cuts what is declared into shards. @throws Problem on what can't be right; ForgeError where nothing can be read */
export async function readMatrix(inputs: Settings, declarations: Declarations, around: Surroundings): Promise<Matrix> {
  const { run, tasks } = prepare(inputs, declarations, around);
  const scopes = tasks.flatMap(({ scopes }) => scopes);
  const installations = await run.connection.installations();
  const installed = new Map(installations?.map(({ id, owner }) => [owner.toLowerCase(), id]));
  const { owners, notes } = await ownersOf(scopes, run.directory);
  const all = owners.map((one) => ({ ...one, installation: installed.get(one.owner.toLowerCase()) }));
  return { rows: cut(all, installations !== undefined), notes };
}

/** Whose things all entries together are about. */
async function ownersOf(scopes: readonly Scope[], directory: Directory) {
  const found = new Map<
    string,
    { owner: string; isItself: boolean; isUnread: boolean; named: Map<string, Repository> }
  >();
  const notes = new Set<string>();
  const of = (owner: string) => {
    const key = owner.toLowerCase();
    const known = found.get(key) ?? { owner, isItself: false, isUnread: false, named: new Map() };
    found.set(key, known);
    return known;
  };
  for (const { organizations, selection, apart } of scopes) {
    if (apart !== undefined) notes.add(apart);
    for (const owner of organizations) of(owner).isItself = true;
    if (!selection) continue;
    const { repositories, skipped, unreadable } = await directory.find(selection);
    for (const one of repositories) of(one.owner).named.set(nameOf(one).toLowerCase(), one);
    for (const { target, problem } of unreadable) {
      of(target.split("/", 1)[0] ?? target).isUnread = true;
      notes.add(`${target}: ${problem}`);
    }
    for (const { target, why } of skipped) notes.add(`${target}: ${why}`);
  }
  const owners = Array.from(
    found.values(),
    ({ owner, isItself, isUnread, named }): Omit<OwnersTargets, "installation"> => ({
      ...{ owner, isItself, isUnread },
      repositories: [...named.values()],
    }),
  );
  return { owners, notes: [...notes] };
}
