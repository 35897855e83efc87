import { readCommit } from "../../git/commit.ts";
import { compareCommits } from "../../git/compare.ts";
import { commitsSince } from "../../git/history.ts";
import { personOf } from "../../git/person.ts";
import { signedAt } from "../../git/signature.ts";
import { peel } from "../../git/tag.ts";
import { type Account, getAccount } from "../../state/accounts.ts";
import type { GitStore } from "../../state/git.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Event, World } from "../../world.ts";
import { commonPayload } from "./payload.ts";

/** How a branch moved. */
export interface Push {
  /** In full: `refs/heads/main` */
  readonly ref: string;
  /** None where the branch is new. */
  readonly before: string | undefined;
  /** None where the branch is gone. */
  readonly after: string | undefined;
}

/** What stands for no commit. */
const NOTHING = "0".repeat(40);

/** At most so many commits are told of (public description of the event). */
const MOST_COMMITS = 2048;

/** Commits came to a branch, or it is gone; or a tag was set (public description: push). */
export function pushEvent(world: World, repository: Repository, sender: Account, push: Push): Event {
  const store = { db: world.db, repositoryId: repository.id };
  const owner = getAccount(world.db, repository.owner_id);
  const url = `${world.webUrl}/${owner.login}/${repository.name}`;
  const { ref, before, after } = push;
  return {
    ...{ name: "push", action: null },
    // Put together where a webhook listens, and nowhere else: it looks through the history.
    get payload() {
      const head = after === undefined ? undefined : peel(store, after);
      // A tag brings no commits: its branch does.
      const isBranch = head !== undefined && ref.startsWith("refs/heads/");
      const fresh = isBranch ? commitsSince(store, before, head).slice(0, MOST_COMMITS).reverse() : [];
      return {
        ...{ ref, before: before ?? NOTHING, after: after ?? NOTHING, base_ref: null },
        ...{ created: before === undefined, deleted: after === undefined, forced: false },
        compare:
          before && after ? `${url}/compare/${short(before)}...${short(after)}` : `${url}/commit/${after ?? NOTHING}`,
        commits: fresh.map((sha) => renderCommit(store, url, sha)),
        head_commit: head === undefined ? null : renderCommit(store, url, head),
        pusher: personOf(sender),
        ...commonPayload(world, repository, sender),
      };
    },
  };
}

/** As much of a commit's id as addresses show. */
const short = (sha: string) => sha.slice(0, 12);

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
