import { setTimeout as wait } from "node:timers/promises";
import { makeCommit } from "../../git/branch.ts";
import { readCommit } from "../../git/commit.ts";
import { isTreePath, segmentsOf } from "../../git/path.ts";
import { botOf, type Person, personOf, WORKFLOW_BOT } from "../../git/person.ts";
import { type Signature, sign } from "../../git/signature.ts";
import { type Change, findEntry, MODES, type TreeEntry } from "../../git/tree.ts";
import { type Call, type RepositoryCall, senderIn } from "../../http/call.ts";
import { conflict, invalid, Refusal } from "../../http/refusal.ts";
import { progress } from "../../imports/progress.ts";
import type { Mover } from "../../rules/bypassing.ts";
import { moveRef, underRules } from "../../rules/moving.ts";
import { appIdOf, getApp, getInstallation } from "../../state/apps.ts";
import { findRef, type GitStore, isEmpty } from "../../state/git.ts";
import { timestamp } from "../../timestamp.ts";

// Writing a file to a branch (document 3, Repository contents): what putting and deleting one have in common.

/**
 * How long a write takes, in milliseconds. Another one that comes to the same branch meanwhile finds that the branch has
 * moved when its turn comes: writes and deletes must not run in parallel (document 3, Repository contents).
 */
const WRITING = 10;

/** A branch that is written to, as it was when the call came. */
export interface Branch {
  readonly store: GitStore;
  readonly name: string;
  /** None before the first commit of a repository. */
  readonly head: string | undefined;
}

/** @throws Refusal 404 on a branch that isn't there; the first commit of all makes the default one */
export function branchOf({ world, repository }: RepositoryCall, told: string | undefined): Branch {
  progress(world, repository.id);
  const store = { db: world.db, repositoryId: repository.id };
  const name = told?.replace(/^refs\/heads\//, "") ?? repository.default_branch;
  const head = findRef(store, `refs/heads/${name}`);
  if (head === undefined && !(name === repository.default_branch && isEmpty(store))) {
    throw new Refusal(404, `Branch ${name} not found`);
  }
  return { store, name, head };
}

/** The file that a write replaces. @throws Refusal 422 on a path that no file can have, or that something else has */
export function fileAt({ store, head }: Branch, path: string): TreeEntry | undefined {
  if (!isTreePath(path)) throw invalid("path", "path contains a malformed path component");
  const entry = head === undefined ? undefined : findEntry(store, readCommit(store, head).tree, segmentsOf(path));
  if (entry?.mode === MODES.tree) throw invalid("path", `${path} is a directory`);
  if (entry?.mode === MODES.submodule) throw invalid("path", `${path} is a submodule`);
  return entry;
}

/** @throws Refusal 422 where something above the path is no directory */
export function refuseBelowFile({ store, head }: Branch, path: string): void {
  if (head === undefined) return;
  const { tree } = readCommit(store, head);
  const segments = segmentsOf(path);
  for (let length = 1; length < segments.length; length++) {
    const above = findEntry(store, tree, segments.slice(0, length));
    if (above && above.mode !== MODES.tree) {
      throw invalid("path", `${segments.slice(0, length).join("/")} is no directory`);
    }
  }
}

/** Makes a commit on a branch, unless it has moved meanwhile or a rule is against it. @throws Refusal 409 */
export async function writeTo(
  call: RepositoryCall,
  { store, name, head }: Branch,
  path: string,
  message: string,
  { author, committer }: { readonly author: Signature; readonly committer: Signature },
  change: (store: GitStore) => Change,
): Promise<string> {
  await wait(WRITING);
  const { world, repository } = call;
  const ref = `refs/heads/${name}`;
  const write = () => {
    const now = findRef(store, ref);
    if (now !== head) throw conflict(`${name} is at ${now ?? "nothing"} but expected ${head ?? "nothing"}`);
    const commit = { changes: new Map([[path, change(store)]]), message, author, committer };
    const sha = makeCommit(store, head === undefined ? [] : [head], commit);
    const moving = { world, repository, sender: senderIn(call), mover: moverIn(call) };
    moveRef(moving, { ref, before: head, after: sha });
    return sha;
  };
  return underRules(
    world,
    () => world.db.transaction(write),
    (violation) => conflict(violation.message),
  );
}

/** Who writes, to the rules: a person, or an app by itself. */
function moverIn({ world: { db }, caller: { user, token } }: Call): Mover {
  return { userId: user?.id, appId: token && appIdOf(db, token) };
}

/** As much of somebody as a write tells. */
interface Told {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly date?: string | undefined;
}

/**
 * Who writes: the committer is whoever calls unless another is told, the author the committer that was told (document 3,
 * Repository contents).
 */
export function people(
  call: Call,
  told: { readonly author?: Told | undefined; readonly committer?: Told | undefined },
) {
  const self = callerPerson(call);
  const now = timestamp(call.world.now());
  const signed = (field: "author" | "committer", { name, email, date }: Told = {}) => {
    const person = { name: name ?? self.name, email: email ?? self.email };
    const signature = sign(person.name, person.email, date ?? now);
    if (signature) return signature;
    const wrong = sign("name", person.email, now) ? (sign(person.name, "email", now) ? "date" : "name") : "email";
    throw invalid(`${field}.${wrong}`, `git can't write this ${wrong}`);
  };
  const committer = signed("committer", told.committer);
  return { committer, author: told.committer && !told.author ? committer : signed("author", told.author) };
}

/** Who the caller is to git: a person, an app's bot, or the workflows'. */
function callerPerson({ world: { db }, caller: { user, token } }: Call): Person {
  if (user) return personOf(user);
  const installation = token && token.installation_id !== null ? getInstallation(db, token.installation_id) : undefined;
  const app = installation && getApp(db, installation.app_id);
  return app ? botOf(app) : WORKFLOW_BOT;
}
