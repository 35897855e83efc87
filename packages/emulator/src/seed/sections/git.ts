import * as z from "zod/mini";
import { personOf } from "../../git/person.ts";
import { getAccount } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import { copyObjects, type GitStore, listRefs, recordPush, setRef } from "../../state/git.ts";
import type { Repository } from "../../state/repositories.ts";
import {
  Branches,
  Commit,
  Files,
  type Growth,
  growBranches,
  growCommits,
  growFiles,
  growTags,
  Tags,
} from "../history.ts";
import type { Planting } from "../planting.ts";
import type { SeedPath } from "../problem.ts";
import { section } from "../section.ts";

/** A repository's history as far as the seed has said it; a commit that names nobody is its owner's. */
export function growthOf({ db, user, at }: Planting, repository: Repository): Growth {
  const store = { db, repositoryId: repository.id };
  return {
    store,
    refs: new Map(listRefs(store, "refs/").map(({ name, sha }) => [name, sha])),
    defaultBranch: repository.default_branch,
    author: personOf(getAccount(db, repository.owner_id)),
    person: (login, path) => personOf(user(login, path)),
    at,
  };
}

/** A part of a repository's history. */
function part<T>(schema: z.ZodMiniType<T>, grow: (growth: Growth, told: T, path: SeedPath) => void) {
  return section(schema, (planting, repository: Repository, told, path) => {
    const growth = growthOf(planting, repository);
    const before = new Map(growth.refs);
    grow(growth, told, path);
    keep(growth);
    for (const fork of forksOf(planting.db, repository.id)) follow(fork, growth, before);
  });
}

function keep({ store, refs }: Pick<Growth, "store" | "refs">): void {
  for (const [name, sha] of refs) setRef(store, name, sha);
  recordPush(store);
}

/** A fork has what its parent has, until it has something of its own. */
function follow(fork: GitStore, parent: Growth, before: ReadonlyMap<string, string>): void {
  const own = listRefs(fork, "refs/");
  if (own.length !== before.size || own.some(({ name, sha }) => before.get(name) !== sha)) return;
  copyObjects(parent.store, fork);
  keep({ store: fork, refs: parent.refs });
}

function forksOf(db: Database, id: number): GitStore[] {
  const rows = db.all(z.object({ id: z.int() }), "SELECT id FROM repositories WHERE parent_id = ?", id);
  return rows.map((row) => ({ db, repositoryId: row.id }));
}

/** What a repository begins with, as one commit on its default branch. */
export const files = part(Files, growFiles);

export const commits = part(z.array(Commit), growCommits);

/** Further names for what is there by then. */
export const branches = part(Branches, growBranches);
export const tags = part(Tags, growTags);
