import type { EmulatorContext, RefUpdate, WebhookEvent } from "../../emulator-context.ts";
import { readCommit } from "../../git/commit.ts";
import { compareCommits } from "../../git/compare.ts";
import { gitIdentityOf } from "../../git/git-identity.ts";
import { commitsSince } from "../../git/history.ts";
import { signatureTime } from "../../git/signature.ts";
import { peelTag } from "../../git/tag.ts";
import { type Account, getAccount } from "../../state/accounts.ts";
import type { GitStore } from "../../state/git-store.ts";
import type { Repository } from "../../state/repositories.ts";
import { commonPayload } from "./common-payload.ts";

/** Stands for no commit. */
const NULL_SHA = "0".repeat(40);

/** Maximum number of commits in the event, as documented by GitHub. */
const MAX_COMMITS = 2048;

/** Creates the event for a changed or deleted branch, or a new tag (`push`). */
export function pushEvent(
  context: EmulatorContext,
  repository: Repository,
  sender: Account,
  push: RefUpdate,
): WebhookEvent {
  const store = { db: context.db, repositoryId: repository.id };
  const owner = getAccount(context.db, repository.owner_id);
  const url = `${context.webUrl}/${owner.login}/${repository.name}`;
  const { ref, before, after } = push;
  return {
    name: "push",
    action: null,
    refUpdate: push,
    // Evaluated only if a webhook receives the event, because it traverses the history.
    get payload() {
      const head = after === undefined ? undefined : peelTag(store, after);
      // The commits of a tag are reported by their branch.
      const isBranch = head !== undefined && ref.startsWith("refs/heads/");
      const newCommits = isBranch ? commitsSince(store, before, head).slice(0, MAX_COMMITS).reverse() : [];
      return {
        ref,
        before: before ?? NULL_SHA,
        after: after ?? NULL_SHA,
        base_ref: null,
        created: before === undefined,
        deleted: after === undefined,
        forced: isForced(store, push),
        compare:
          before && after
            ? `${url}/compare/${shortSha(before)}...${shortSha(after)}`
            : `${url}/commit/${after ?? NULL_SHA}`,
        commits: newCommits.map((sha) => renderCommit(store, url, sha)),
        head_commit: head === undefined ? null : renderCommit(store, url, head),
        pusher: gitIdentityOf(context.dialect, sender),
        ...commonPayload(context, repository, sender),
      };
    },
  };
}

/** Returns whether a branch lost commits. */
function isForced(store: GitStore, { ref, before, after }: RefUpdate): boolean {
  if (before === undefined || after === undefined || !ref.startsWith("refs/heads/")) return false;
  return commitsSince(store, after, before).length > 0;
}

/** Shortens a SHA as in compare URLs. */
const shortSha = (sha: string) => sha.slice(0, 12);

function renderCommit(store: GitStore, url: string, sha: string) {
  const { tree, parents, author, committer, message } = readCommit(store, sha);
  const changes = compareCommits(store, parents[0], sha);
  const paths = (status: "added" | "removed") =>
    changes.filter((change) => change.status === status).map(({ path }) => path);
  const renamed = changes.flatMap(({ path, previousPath }) =>
    previousPath === undefined ? [] : [{ path, previousPath }],
  );
  return {
    id: sha,
    tree_id: tree,
    distinct: true,
    message,
    timestamp: signatureTime(committer),
    url: `${url}/commit/${sha}`,
    author: { name: author.name, email: author.email },
    committer: { name: committer.name, email: committer.email },
    // A renamed file is listed as added and removed.
    added: [...paths("added"), ...renamed.map(({ path }) => path)],
    removed: [...paths("removed"), ...renamed.map(({ previousPath }) => previousPath)],
    modified: changes.filter(({ status }) => status === "modified" || status === "changed").map(({ path }) => path),
  };
}
