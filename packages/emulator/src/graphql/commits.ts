import { readCommit } from "../git/commit.ts";
import { pullRequestsWithCommit } from "../git/pull-request-changes.ts";
import { type Signature, signatureTime } from "../git/signature.ts";
import { decodeTag } from "../git/tag.ts";
import { renderSimpleRepository } from "../objects/repository.ts";
import { nodeId } from "../objects/user.ts";
import { findSigner } from "../state/email-addresses.ts";
import { findObject, findObjectHeader, findRef, type GitStore } from "../state/git-store.ts";
import type { Repository } from "../state/repositories.ts";
import { protectionOf } from "./branch-rules.ts";
import { rollupOf, statusOf } from "./checks.ts";
import { connect, rowsIn } from "./connections.ts";
import type { QueryScope, Resolvers } from "./resolver.ts";
import { accountSource, type PullRequestSource } from "./sources.ts";

/** A commit or an annotated tag. */
export interface GitObjectSource {
  readonly kind: "Commit" | "Tag";
  readonly repository: Repository;
  readonly sha: string;
}

/** A branch, tag or other ref. */
export interface RefSource {
  readonly kind: "Ref";
  readonly repository: Repository;
  /** The full name: `refs/heads/main`. */
  readonly fullName: string;
  readonly sha: string;
}

const storeOf = ({ call }: QueryScope, repository: Repository): GitStore => ({
  db: call.context.db,
  repositoryId: repository.id,
});

/** Returns the source of a ref; null if it doesn't exist. */
export function refSource(scope: QueryScope, repository: Repository, fullName: string): RefSource | null {
  const sha = findRef(storeOf(scope, repository), fullName);
  return sha === undefined ? null : { kind: "Ref", repository, fullName, sha };
}

/** Returns the source of a commit; null if the repository doesn't have it. */
export function commitSource(
  scope: QueryScope,
  repository: Repository,
  sha: string | null | undefined,
): GitObjectSource | null {
  if (sha === null || sha === undefined) return null;
  const object = findObjectHeader(storeOf(scope, repository), sha);
  return object?.type === "commit" ? { kind: "Commit", repository, sha } : null;
}

const PREFIX = /^refs\/(?:heads|tags)\/|^refs\//;

export const refResolvers: Resolvers<RefSource> = {
  branchProtectionRule: ({ repository, fullName }, { call }) =>
    fullName.startsWith("refs/heads/")
      ? protectionOf(call.context.db, repository, fullName.slice("refs/heads/".length))
      : null,
  id: ({ repository, fullName }) => nodeId("Ref", `${repository.id}:${fullName}`),
  name: ({ fullName }) => fullName.replace(PREFIX, ""),
  prefix: ({ fullName }) => PREFIX.exec(fullName)?.[0] ?? "",
  target: ({ repository, sha }, scope): GitObjectSource | null => {
    const type = findObjectHeader(storeOf(scope, repository), sha)?.type;
    if (type === "commit") return { kind: "Commit", repository, sha };
    return type === "tag" ? { kind: "Tag", repository, sha } : null;
  },
};

const objectResolvers: Resolvers<GitObjectSource> = {
  abbreviatedOid: ({ sha }) => sha.slice(0, 7),
  id: ({ kind, repository, sha }) => nodeId(kind, `${repository.id}:${sha}`),
  oid: ({ sha }) => sha,
};

export const tagResolvers: Resolvers<GitObjectSource> = {
  ...objectResolvers,
  name: ({ repository, sha }, scope) => readTag(scope, repository, sha)?.name ?? "",
  message: ({ repository, sha }, scope) => readTag(scope, repository, sha)?.message ?? null,
};

function readTag(scope: QueryScope, repository: Repository, sha: string) {
  const object = findObject(storeOf(scope, repository), sha);
  return object?.type === "tag" ? decodeTag(object.content) : undefined;
}

const commitOf = ({ repository, sha }: GitObjectSource, scope: QueryScope) =>
  readCommit(storeOf(scope, repository), sha);

export const commitResolvers: Resolvers<GitObjectSource> = {
  ...objectResolvers,
  associatedPullRequests: ({ repository, sha }, scope, args) =>
    connect(
      "associatedPullRequests",
      args,
      rowsIn(pullRequestsWithCommit(storeOf(scope, repository), repository.default_branch, sha)),
      (pull): PullRequestSource => ({ kind: "PullRequest", repository, pull }),
    ),
  authoredDate: (source, scope) => signatureTime(commitOf(source, scope).author),
  authors: (source, scope, args) =>
    connect("authors", args, rowsIn([commitOf(source, scope).author]), (author) => renderGitActor(scope, author)),
  committedDate: (source, scope) => signatureTime(commitOf(source, scope).committer),
  message: (source, scope) => commitOf(source, scope).message,
  messageBody: (source, scope) => splitMessage(commitOf(source, scope).message).body,
  messageHeadline: (source, scope) => splitMessage(commitOf(source, scope).message).headline,
  status: ({ repository, sha }, scope) => statusOf(scope, repository, sha),
  statusCheckRollup: ({ repository, sha }, scope) => rollupOf(scope, repository, sha),
  url: ({ repository, sha }, { call }) => `${renderSimpleRepository(call.context, repository).html_url}/commit/${sha}`,
};

function renderGitActor({ call }: QueryScope, { name, email, ...signature }: Signature) {
  const user = findSigner(call.context.db, email);
  return { name, email, date: signatureTime({ name, email, ...signature }), user: user ? accountSource(user) : null };
}

/** Splits a message into its first line and the rest. */
export function splitMessage(message: string) {
  const [headline = "", ...rest] = message.trim().split("\n");
  return { headline, body: rest.join("\n").trim() };
}
