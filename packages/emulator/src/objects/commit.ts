import type { EmulatorContext } from "../emulator-context.ts";
import { readCommit } from "../git/commit.ts";
import type { Signature } from "../git/signature.ts";
import { type Account, accounts } from "../state/accounts.ts";
import type { Database } from "../state/database.ts";
import { findUserByEmail } from "../state/email-addresses.ts";
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
  const address = `${context.apiUrl}/repos/${fullNameOf(context.db, repository)}/commits`;
  return {
    sha,
    node_id,
    commit: { author, committer, message, tree, url, comment_count: 0, verification },
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

/** Returns the user with an address, which can be the one that the service provides: `1+alice@users.noreply.…`. */
function findSigner(db: Database, email: string): Account | undefined {
  const [, id, login] = /^(\d{1,15})\+(.+)@users\.noreply\./.exec(email) ?? [];
  if (login === undefined) return findUserByEmail(db, email);
  const found = accounts.find(db, { login });
  return found?.id === Number(id) ? found : undefined;
}
