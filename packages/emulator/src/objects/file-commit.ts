import type { EmulatorContext } from "../emulator-context.ts";
import { type Commit, encodeCommit, readCommit } from "../git/commit.ts";
import { type Signature, signatureTime } from "../git/signature.ts";
import type { GitStore } from "../state/git-store.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import { nodeId } from "./user.ts";

/** Renders a commit in the response to a file write. */
export function renderFileCommit(context: EmulatorContext, repository: Repository, store: GitStore, sha: string) {
  const fullName = fullNameOf(context.db, repository);
  const gitUrl = `${context.apiUrl}/repos/${fullName}/git`;
  const webUrl = `${context.webUrl}/${fullName}/commit`;
  const commit = readCommit(store, sha);
  const { tree, parents, author, committer, message } = commit;
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
    verification: renderVerification(commit),
  };
}

const renderSignature = (signature: Signature) => ({
  date: signatureTime(signature),
  name: signature.name,
  email: signature.email,
});

/** Renders the verification of a commit's signature. No key is known to the emulator. */
function renderVerification({ gpgSignature, ...signed }: Commit) {
  const verified = { verified: false, verified_at: null };
  if (gpgSignature === undefined) return { ...verified, reason: "unsigned", signature: null, payload: null };
  const payload = Buffer.from(encodeCommit(signed)).toString("utf8");
  return { ...verified, reason: "unknown_key", signature: gpgSignature, payload };
}
