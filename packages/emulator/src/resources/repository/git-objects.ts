import {
  createBlob,
  createGitCommit,
  createGitTag,
  getBlob,
  getGitCommit,
  getGitTag,
  getTree,
} from "@forgehand/core/operations";
import { readCommit, writeCommit } from "../../git/commit.ts";
import { isRefName } from "../../git/ref-name.ts";
import { resolveCommit } from "../../git/resolve.ts";
import { writeTag } from "../../git/tag.ts";
import { readTree, walkTree } from "../../git/tree.ts";
import { repositoryHandler } from "../../http/handler.ts";
import { HttpError, invalid, notFound, requireFound } from "../../http-error.ts";
import { renderFileCommit } from "../../objects/file-commit.ts";
import { gitObjectUrl, renderGitBlob, renderGitTag, renderGitTree } from "../../objects/git-object.ts";
import {
  findObject,
  findObjectHeader,
  type GitObject,
  type GitStore,
  type ObjectType,
  writeObject,
} from "../../state/git-store.ts";
import { requireHistory } from "../shared/repository-history.ts";
import { signatureFor } from "../shared/signature-input.ts";

export const gitObjects = [
  repositoryHandler(getBlob, ({ file_sha }, call) =>
    renderGitBlob(call.context, call.repository, requireObject(requireHistory(call), "blob", file_sha)),
  ),

  repositoryHandler(createBlob, ({ content, encoding }, call) => {
    const store = requireHistory(call);
    const bytes = Buffer.from(content, encoding === "base64" ? "base64" : "utf8");
    if (encoding === "base64" && !isBase64(content)) throw new HttpError(422, "content is not valid Base64");
    const sha = writeObject(store, "blob", bytes);
    return { sha, url: gitObjectUrl(call.context, call.repository, "blob", sha) };
  }),

  repositoryHandler(getTree, ({ tree_sha, recursive }, call) => {
    const store = requireHistory(call);
    const sha = requireFound(resolveTree(store, tree_sha));
    const entries =
      recursive === undefined
        ? readTree(store, sha).map((entry) => [entry.name, entry] as const)
        : walkTree(store, sha);
    return renderGitTree(call.context, call.repository, store, sha, entries);
  }),

  repositoryHandler(getGitCommit, ({ commit_sha }, call) => {
    const store = requireHistory(call);
    const { sha } = requireObject(store, "commit", commit_sha);
    return renderFileCommit(call.context, call.repository, store, sha);
  }),

  repositoryHandler(createGitCommit, ({ message, tree, parents = [], author, committer, signature }, call) => {
    const store = requireHistory(call);
    if (findObjectHeader(store, tree)?.type !== "tree") throw new HttpError(422, "Tree SHA does not exist");
    if (parents.some((parent) => findObjectHeader(store, parent)?.type !== "commit"))
      throw new HttpError(422, "Parent SHA does not exist or is not a commit object");
    const authorSignature = signatureFor(call, "author", author);
    const sha = writeCommit(store, {
      tree,
      parents,
      author: authorSignature,
      committer: committer ? signatureFor(call, "committer", committer) : authorSignature,
      message,
      ...(signature === undefined ? {} : { gpgSignature: signature }),
    });
    return renderFileCommit(call.context, call.repository, store, sha);
  }),

  repositoryHandler(getGitTag, ({ tag_sha }, call) =>
    renderGitTag(call.context, call.repository, requireObject(requireHistory(call), "tag", tag_sha)),
  ),

  repositoryHandler(createGitTag, ({ tag, message, object, type, tagger }, call) => {
    const store = requireHistory(call);
    if (!isRefName(tag)) throw invalid("tag", `${tag} is not a valid tag name`);
    if (findObjectHeader(store, object)?.type !== type) throw new HttpError(422, "Could not verify object");
    const signature = signatureFor(call, "tagger", tagger);
    const sha = writeTag(store, { object, type, name: tag, tagger: signature, message });
    return renderGitTag(call.context, call.repository, requireFound(findObject(store, sha)));
  }),
];

/** Whether a text is base64, possibly in several lines and without padding. */
const isBase64 = (text: string) => /^[A-Za-z0-9+/_-]*={0,2}$/.test(text.replaceAll(/\s/g, ""));

/**
 * Returns an object of a type.
 * @throws HttpError 422 if the ID isn't one, 404 if there is no such object
 */
function requireObject(store: GitStore, type: ObjectType, sha: string): GitObject {
  if (!/^[0-9a-f]{40}$/.test(sha))
    throw new HttpError(422, "The sha parameter must be exactly 40 characters and contain only [0-9a-f].");
  const object = findObject(store, sha);
  if (object?.type !== type) throw notFound();
  return object;
}

/** Resolves the ID of a tree, or a branch, tag or commit, to a tree. */
function resolveTree(store: GitStore, name: string): string | undefined {
  if (findObjectHeader(store, name)?.type === "tree") return name;
  const commit = resolveCommit(store, name);
  return commit === undefined ? undefined : readCommit(store, commit).tree;
}
