import type { EmulatorContext } from "../../emulator-context.ts";
import { readCommit } from "../../git/commit.ts";
import { gitIdentityOf } from "../../git/git-identity.ts";
import { placeholderSha } from "../../git/placeholder-sha.ts";
import { type Signature, signatureTime } from "../../git/signature.ts";
import { renderSimpleRepository } from "../../objects/repository.ts";
import { findRef } from "../../state/git-store.ts";
import { type Repository, repositories } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import type { JsonFields } from "./fake.ts";
import type { FakeEventContext } from "./fake-context.ts";
import { numberIn, textIn } from "./state-function.ts";

/** Creates the fields of a created or deleted branch: the default one, unless another is given. */
export function refFields(_context: EmulatorContext, repository: Repository): JsonFields {
  const { default_branch, description } = repository;
  return { ref: default_branch, ref_type: "branch", pusher_type: "user", master_branch: default_branch, description };
}

/** Creates the fields of a fork: the newest one of the repository, otherwise another user's. */
export function forkFields(
  context: EmulatorContext,
  repository: Repository,
  _given: JsonFields,
  { otherUser }: FakeEventContext,
): JsonFields {
  const fork = repositories.first(context.db, { parent_id: repository.id }, "id DESC");
  if (fork) return { forkee: { full_name: renderSimpleRepository(context, fork).full_name } };
  const { name } = repository;
  const { login } = otherUser;
  const now = timestamp(context.now());
  const times = { created_at: now, updated_at: now, pushed_at: now };
  return { forkee: { name, full_name: `${login}/${name}`, owner: { login }, fork: true, ...times } };
}

/** Creates the fields of a package that the default branch's newest commit published. */
export function packageFields(context: EmulatorContext, { repository }: FakeEventContext): JsonFields {
  const now = timestamp(context.now());
  const times = { created_at: now, updated_at: now };
  const branch = repository?.default_branch ?? "main";
  const store = { db: context.db, repositoryId: repository?.id ?? 0 };
  const commit = {
    target_commitish: branch,
    target_oid: findRef(store, `refs/heads/${branch}`) ?? placeholderSha(store.repositoryId, branch),
  };
  const texts = { version: "1.0.0", body: "A sample package", body_html: "<p>A sample package</p>" };
  const name = repository?.name ?? "sample";
  const url = `${context.webUrl}/packages/${name}`;
  return {
    name,
    ecosystem: "npm",
    package_type: "npm",
    owner: {},
    ...times,
    package_version: { ...texts, package_url: url, html_url: url, author: {}, ...commit, ...times },
  };
}

/** Creates the fields of a release of the default branch. */
export function releaseFields(context: EmulatorContext, repository: Repository, given: JsonFields): JsonFields {
  const tag = textIn(given, "release", "tag_name") ?? "v1.0.0";
  const id = numberIn(given, "release", "id") ?? 1;
  const urls = renderSimpleRepository(context, repository);
  const url = `${urls.url}/releases/${id}`;
  const now = timestamp(context.now());
  return {
    release: {
      id,
      url,
      html_url: `${urls.html_url}/releases/tag/${tag}`,
      assets_url: `${url}/assets`,
      upload_url: `${url}/assets{?name,label}`,
      tarball_url: `${urls.url}/tarball/${tag}`,
      zipball_url: `${urls.url}/zipball/${tag}`,
      tag_name: tag,
      target_commitish: repository.default_branch,
      name: tag,
      body: "What has changed.",
      author: {},
      assets: [],
      created_at: now,
      published_at: now,
    },
  };
}

/** Creates the fields of a status of the default branch's newest commit. */
export function statusFields(
  context: EmulatorContext,
  repository: Repository,
  _given: JsonFields,
  { sender }: FakeEventContext,
): JsonFields {
  const { default_branch: branch } = repository;
  const { url, html_url, full_name } = renderSimpleRepository(context, repository);
  const store = { db: context.db, repositoryId: repository.id };
  const head = findRef(store, `refs/heads/${branch}`);
  const sha = head ?? placeholderSha(repository.id, branch);
  const stored = head === undefined ? undefined : readCommit(store, head);
  const senderIdentity = { ...gitIdentityOf(context.dialect, sender), date: timestamp(context.now()) };
  return {
    sha,
    name: full_name,
    context: "ci/sample",
    state: "success",
    commit: {
      sha,
      url: `${url}/commits/${sha}`,
      html_url: `${html_url}/commit/${sha}`,
      comments_url: `${url}/commits/${sha}/comments`,
      author: {},
      committer: {},
      parents: (stored?.parents ?? []).map((parent) => ({
        sha: parent,
        url: `${url}/commits/${parent}`,
        html_url: `${html_url}/commit/${parent}`,
      })),
      commit: {
        author: stored ? renderSignature(stored.author) : senderIdentity,
        committer: stored ? renderSignature(stored.committer) : senderIdentity,
        message: stored?.message ?? "A sample commit",
        url: `${url}/git/commits/${sha}`,
        tree: stored ? { sha: stored.tree, url: `${url}/git/trees/${stored.tree}` } : {},
        verification: { reason: "unsigned" },
      },
    },
    branches: [{ name: branch, commit: { sha, url: `${url}/commits/${sha}` } }],
  };
}

const renderSignature = (signature: Signature) => {
  const { name, email } = signature;
  return { name, email, date: signatureTime(signature) };
};

/** Creates the fields of a discussion. */
export function discussionFields(context: EmulatorContext, repository: Repository, given: JsonFields): JsonFields {
  const { url, html_url } = renderSimpleRepository(context, repository);
  const number = numberIn(given, "discussion", "number") ?? 1;
  const discussionUrl = `${html_url}/discussions/${number}`;
  return {
    discussion: {
      number,
      repository_url: url,
      html_url: discussionUrl,
      title: "A sample discussion",
      user: {},
      category: { repository_id: repository.id, name: "General", slug: "general", emoji: ":speech_balloon:" },
      state: "open",
    },
  };
}

/** Creates the fields of a discussion and a comment on it. */
export function discussionCommentFields(
  context: EmulatorContext,
  repository: Repository,
  given: JsonFields,
): JsonFields {
  const { url, html_url } = renderSimpleRepository(context, repository);
  const number = numberIn(given, "discussion", "number") ?? 1;
  const id = numberIn(given, "comment", "id") ?? 1;
  const commentUrl = `${html_url}/discussions/${number}#discussioncomment-${id}`;
  return {
    ...discussionFields(context, repository, given),
    comment: { id, repository_url: url, html_url: commentUrl, user: {} },
  };
}
