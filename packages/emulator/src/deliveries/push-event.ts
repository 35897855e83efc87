import { readCommit } from "../git/commit.ts";
import { compareCommits } from "../git/compare.ts";
import { commitsSince } from "../git/history.ts";
import { personOf } from "../git/person.ts";
import { signedAt } from "../git/signature.ts";
import { type Account, getAccount } from "../state/accounts.ts";
import type { GitStore } from "../state/git.ts";
import type { Repository } from "../state/repositories.ts";
import type { Event, World } from "../world.ts";
import { commonPayload } from "./events.ts";

/** How a branch moved. */
export interface Push {
  /** In full: `refs/heads/main` */
  readonly ref: string;
  /** None where the branch is new. */
  readonly before: string | undefined;
  readonly after: string;
}

/** What stands for no commit. */
const NOTHING = "0".repeat(40);

/** At most so many commits are told of (public description of the event). */
const MOST_COMMITS = 2048;

/** Commits came to a branch (public description: push). */
export function pushEvent(world: World, repository: Repository, sender: Account, push: Push): Event {
  const store = { db: world.db, repositoryId: repository.id };
  const owner = getAccount(world.db, repository.owner_id);
  const url = `${world.webUrl}/${owner.login}/${repository.name}`;
  const { ref, before, after } = push;
  const fresh = commitsSince(store, before, after).slice(0, MOST_COMMITS).reverse();
  const payload = {
    ...{ ref, before: before ?? NOTHING, after, base_ref: null },
    ...{ created: before === undefined, deleted: false, forced: false },
    compare:
      before === undefined ? `${url}/commit/${after}` : `${url}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
    commits: fresh.map((sha) => renderCommit(store, url, sha)),
    head_commit: renderCommit(store, url, after),
    pusher: personOf(sender),
    ...commonPayload(world, repository, sender),
  };
  return { name: "push", action: null, payload };
}

function renderCommit(store: GitStore, url: string, sha: string) {
  const { tree, parents, author, committer, message } = readCommit(store, sha);
  const changes = compareCommits(store, parents[0], sha);
  const paths = (status: "added" | "removed") =>
    changes.filter((change) => change.status === status).map(({ path }) => path);
  const renamed = changes.flatMap(({ path, previousPath }) =>
    previousPath === undefined ? [] : [{ path, previousPath }],
  );
  return {
    ...{ id: sha, tree_id: tree, distinct: true, message, timestamp: signedAt(committer), url: `${url}/commit/${sha}` },
    author: { name: author.name, email: author.email },
    committer: { name: committer.name, email: committer.email },
    // A file under a new name is a new one here.
    added: [...paths("added"), ...renamed.map(({ path }) => path)],
    removed: [...paths("removed"), ...renamed.map(({ previousPath }) => previousPath)],
    modified: changes.filter(({ status }) => status === "modified" || status === "changed").map(({ path }) => path),
  };
}
