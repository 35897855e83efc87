import type { EmulatorContext } from "../emulator-context.ts";
import { readCommit } from "../git/commit.ts";
import type { Signature } from "../git/signature.ts";
import { commitComments } from "../state/commit-comments.ts";
import { findSigner } from "../state/email-addresses.ts";
import type { GitStore } from "../state/git-store.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import { renderFileCommit } from "./file-commit.ts";
import { renderUser } from "./user.ts";

/** Renders a commit with the users whose addresses it has. */
export function renderCommit(context: EmulatorContext, repository: Repository, store: GitStore, sha: string) {
  const { node_id, url, html_url, author, committer, message, tree, parents, verification } = renderFileCommit(
    context,
    repository,
    store,
    sha,
  );
  const signatures = readCommit(store, sha);
  const comment_count = commitComments.count(context.db, { repository_id: repository.id, sha });
  const address = `${context.apiUrl}/repos/${fullNameOf(context.db, repository)}/commits`;
  return {
    sha,
    node_id,
    commit: { author, committer, message, tree, url, comment_count, verification },
    url: `${address}/${sha}`,
    html_url,
    comments_url: `${address}/${sha}/comments`,
    author: renderSigner(context, signatures.author),
    committer: renderSigner(context, signatures.committer),
    parents: parents.map((parent) => ({ ...parent, url: `${address}/${parent.sha}` })),
  };
}

function renderSigner(context: EmulatorContext, { email }: Signature) {
  const user = findSigner(context.db, email);
  return user ? renderUser(context, user) : null;
}
