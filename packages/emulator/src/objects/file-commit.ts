import { readCommit } from "../git/commit.ts";
import { type Signature, signedAt } from "../git/signature.ts";
import type { GitStore } from "../state/git.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import type { World } from "../world.ts";
import { nodeId } from "./user.ts";

/** A commit as the answer to a write carries it (document 3, Repository contents). */
export function renderFileCommit(world: World, repository: Repository, store: GitStore, sha: string) {
  const fullName = fullNameOf(world.db, repository);
  const gitUrl = `${world.apiUrl}/repos/${fullName}/git`;
  const webUrl = `${world.webUrl}/${fullName}/commit`;
  const { tree, parents, author, committer, message } = readCommit(store, sha);
  return {
    sha,
    node_id: nodeId("Commit", `${repository.id}:${sha}`),
    url: `${gitUrl}/commits/${sha}`,
    html_url: `${webUrl}/${sha}`,
    author: renderSignature(author),
    committer: renderSignature(committer),
    message,
    tree: { url: `${gitUrl}/trees/${tree}`, sha: tree },
    parents: parents.map((parent) => ({
      url: `${gitUrl}/commits/${parent}`,
      html_url: `${webUrl}/${parent}`,
      sha: parent,
    })),
    verification: { verified: false, reason: "unsigned", signature: null, payload: null, verified_at: null },
  };
}

const renderSignature = (signature: Signature) => ({
  date: signedAt(signature),
  name: signature.name,
  email: signature.email,
});
