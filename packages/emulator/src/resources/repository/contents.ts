import { definitionOf, isSchema } from "@forgehand/core/contract";
import {
  type Content,
  type DirectoryEntry,
  deleteContents,
  getContents,
  putContents,
} from "@forgehand/core/operations";
import { readCommit } from "../../git/commit.ts";
import { isTreePath, segmentsOf } from "../../git/path.ts";
import { resolveCommit } from "../../git/resolve.ts";
import { FILE_MODES, findEntry, readTree } from "../../git/tree.ts";
import { type ApiCall, type RepositoryCall, repositoryHandler } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { wireBody } from "../../http/wire-body.ts";
import { conflict, HttpError, invalid, notSupplied, requireFound } from "../../http-error.ts";
import { advanceImport } from "../../imports/advance-import.ts";
import {
  blobOf,
  type CommitView,
  encodePath,
  MAX_INLINE_BYTES,
  type PathEntry,
  renderDirectory,
  renderDirectoryObject,
  renderFile,
  renderSubmodule,
  renderSymlink,
  renderWrittenFile,
} from "../../objects/content.ts";
import { renderFileCommit } from "../../objects/file-commit.ts";
import { renderFileHtml } from "../../objects/file-html.ts";
import { findObjectHeader, isEmptyRepository, writeObject } from "../../state/git-store.ts";
import {
  checkParentDirectories,
  commitChange,
  findWritableFile,
  requireBranch,
  signaturesOf,
} from "./contents-writing.ts";

/** Maximum size of a file that can be read or written, in bytes. */
const MAX_FILE_BYTES = 100 * 1024 * 1024;

export const contents = [
  repositoryHandler(getContents, async ({ path, ref }, call) => {
    if (path?.endsWith("/")) throw slashRedirect(call, path);
    const { view, pathEntry } = resolvePath(call, path ?? "", ref);
    const { mode, sha } = pathEntry.entry;
    if (mode === FILE_MODES.tree) {
      const entries = readTree(view.store, sha);
      if (call.media === "object") return renderDirectoryObject(view, pathEntry, entries, call.format.version);
      return jsonResponse(call, renderDirectory(view, pathEntry.path, entries, call.format.version));
    }
    if (mode === FILE_MODES.submodule) return jsonResponse(call, renderSubmodule(view, pathEntry));
    const file = mode === FILE_MODES.symlink ? (resolveSymlink(view, pathEntry) ?? pathEntry) : pathEntry;
    const size = checkedSize(view, file, call.media);
    if (call.media === "raw") return blobOf(view, file);
    const text = () => Buffer.from(blobOf(view, file)).toString("utf8");
    if (call.media === "html") return renderFileHtml(file.path, text());
    return file.entry.mode === FILE_MODES.symlink ? renderSymlink(view, file, text()) : renderFile(view, file, size);
  }),

  repositoryHandler(putContents, async (input, call) => {
    const { path, sha, message, content } = input;
    const branch = requireBranch(call, input.branch);
    const bytes = Buffer.from(content, "base64");
    if (bytes.length > MAX_FILE_BYTES) throw invalid("content", "content must be at most 100 MB");
    const before = findWritableFile(branch, path);
    if (!before) checkParentDirectories(branch, path);
    if (before && sha === undefined) throw notSupplied("sha");
    if (sha !== undefined && before?.sha !== sha) throw staleShaError(path, sha);
    const written = await commitChange(call, branch, path, message, signaturesOf(call, input), (store) => ({
      // An existing file keeps its mode: an executable stays executable, a symlink stays a symlink.
      mode: before?.mode ?? FILE_MODES.file,
      sha: writeObject(store, "blob", bytes),
    }));
    const { view, pathEntry } = resolvePath(call, path, branch.name, written);
    return reply(before ? 200 : 201, {
      content: renderWrittenFile(view, pathEntry, bytes.length),
      commit: renderFileCommit(call.context, call.repository, view.store, written),
    });
  }),

  repositoryHandler(deleteContents, async (input, call) => {
    const { path, sha, message } = input;
    const branch = requireBranch(call, input.branch);
    const before = requireFound(findWritableFile(branch, path));
    if (before.sha !== sha) throw staleShaError(path, sha);
    const written = await commitChange(call, branch, path, message, signaturesOf(call, input), () => null);
    return { content: null, commit: renderFileCommit(call.context, call.repository, branch.store, written) };
  }),
];

/** Redirects a path that ends with a slash, whether it exists or not. Like GitHub, it drops the query, even `ref`. */
function slashRedirect({ context, repository }: RepositoryCall, path: string): HttpError {
  const target = encodePath(path.replace(/\/+$/, ""));
  const location = `${context.apiUrl}/repositories/${repository.id}/contents/${target}`;
  return new HttpError(302, "Found", undefined, { location });
}

/**
 * Returns a plain JSON response. Directories and submodules have no raw or HTML representation, whatever was requested.
 */
function jsonResponse(call: ApiCall, output: Content | DirectoryEntry[]) {
  const schema = definitionOf(getContents).success[200];
  if ((call.media !== "raw" && call.media !== "html") || !isSchema(schema)) return output;
  const { bytes } = wireBody(call.format, schema, output);
  return reply(200, bytes, { "content-type": "application/json; charset=utf-8" });
}

/**
 * Resolves a ref to a commit, and a path to its entry in that commit.
 * @param commit the commit of `ref`, if it is known already
 * @throws HttpError 404
 */
export function resolvePath(
  call: RepositoryCall,
  path: string,
  ref?: string,
  commit?: string,
): { view: CommitView; pathEntry: PathEntry } {
  const { context, caller, repository } = call;
  advanceImport(context, repository.id);
  const store = { db: context.db, repositoryId: repository.id };
  const name = ref === undefined || ref === "" || ref === "HEAD" ? repository.default_branch : ref;
  const sha = commit ?? resolveCommit(store, name);
  if (sha === undefined) {
    throw new HttpError(
      404,
      isEmptyRepository(store) ? "This repository is empty." : `No commit found for the ref ${name}`,
    );
  }
  const { tree } = readCommit(store, sha);
  const entry = requireFound(path === "" || isTreePath(path) ? findEntry(store, tree, segmentsOf(path)) : undefined);
  return {
    view: { context, caller, repository, store, ref: name, commit: sha, tree },
    pathEntry: { path, entry },
  };
}

/** Returns the regular file in the same repository that a symlink points to, or undefined. */
function resolveSymlink(view: CommitView, link: PathEntry): PathEntry | undefined {
  const target = Buffer.from(blobOf(view, link)).toString("utf8");
  if (target.startsWith("/")) return undefined;
  const segments = segmentsOf(link.path).slice(0, -1);
  for (const segment of segmentsOf(target)) {
    if (segment === "..") {
      if (segments.pop() === undefined) return undefined;
    } else if (segment !== ".") segments.push(segment);
  }
  const entry = findEntry(view.store, view.tree, segments);
  const isFile = entry?.mode === FILE_MODES.file || entry?.mode === FILE_MODES.executable;
  return isFile ? { path: segments.join("/"), entry } : undefined;
}

/**
 * Returns the size of a file.
 * @throws HttpError 403 above 1 MB, or above 100 MB with the raw and object media types
 */
function checkedSize({ store }: CommitView, { entry }: PathEntry, media: string | undefined): number {
  const size = findObjectHeader(store, entry.sha)?.size ?? 0;
  if (size <= (media === "raw" || media === "object" ? MAX_FILE_BYTES : MAX_INLINE_BYTES)) return size;
  const message =
    size > MAX_FILE_BYTES
      ? "This API returns files up to 100 MB in size. The requested file is too large to fetch via the API."
      : "This API returns files up to 1 MB in size, and up to 100 MB with the raw or the object media type.";
  throw new HttpError(403, message, [{ resource: "Blob", field: "data", code: "too_large" }]);
}

const staleShaError = (path: string, sha: string) => conflict(`${path} does not match ${sha}`);
