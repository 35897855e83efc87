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
import { findEntry, MODES, readTree } from "../../git/tree.ts";
import { type Call, onRepository, type RepositoryCall } from "../../http/call.ts";
import { conflict, invalid, notFound, Refusal } from "../../http/refusal.ts";
import { reply } from "../../http/reply.ts";
import { wireBody } from "../../http/wire-body.ts";
import { progress } from "../../imports/progress.ts";
import {
  blobOf,
  LARGEST_CONTENT,
  type Place,
  renderDirectory,
  renderDirectoryObject,
  renderFile,
  renderSubmodule,
  renderSymlink,
  renderWrittenFile,
  type View,
} from "../../objects/content.ts";
import { renderFileCommit } from "../../objects/file-commit.ts";
import { fileHtml } from "../../objects/file-html.ts";
import { findObjectHead, isEmpty, writeObject } from "../../state/git.ts";
import { branchOf, fileAt, people, refuseBelowFile, writeTo } from "./contents-writing.ts";

/** The largest file that is read or written at all (document 1, Limits). */
const LARGEST_FILE = 100 * 1024 * 1024;

export const contents = [
  onRepository(getContents, async ({ path, ref }, call) => {
    const { view, place } = look(call, path ?? "", ref);
    const { mode, sha } = place.entry;
    if (mode === MODES.tree) {
      const entries = readTree(view.store, sha);
      if (call.media === "object") return renderDirectoryObject(view, place, entries);
      return plain(call, renderDirectory(view, place.path, entries));
    }
    if (mode === MODES.submodule) return plain(call, renderSubmodule(view, place));
    const file = mode === MODES.symlink ? (targetOf(view, place) ?? place) : place;
    const size = sizeOf(view, file, call.media);
    if (call.media === "raw") return blobOf(view, file);
    const text = () => Buffer.from(blobOf(view, file)).toString("utf8");
    if (call.media === "html") return fileHtml(file.path, text());
    return file.entry.mode === MODES.symlink ? renderSymlink(view, file, text()) : renderFile(view, file, size);
  }),

  onRepository(putContents, async (input, call) => {
    const { path, sha, message, content } = input;
    const branch = branchOf(call, input.branch);
    const bytes = Buffer.from(content, "base64");
    if (bytes.length > LARGEST_FILE) throw invalid("content", "a file has at most 100 MB");
    const before = fileAt(branch, path);
    if (!before) refuseBelowFile(branch, path);
    if (before && sha === undefined) throw invalid("sha", '"sha" wasn\'t supplied.', "missing_field");
    if (sha !== undefined && before?.sha !== sha) throw stale(path, sha);
    const written = await writeTo(call, branch, path, message, people(call, input), (store) => ({
      // A program stays one, and a link.
      mode: before?.mode ?? MODES.file,
      sha: writeObject(store, "blob", bytes),
    }));
    const { view, place } = look(call, path, branch.name, written);
    return reply(before ? 200 : 201, {
      content: renderWrittenFile(view, place, bytes.length),
      commit: renderFileCommit(call.world, call.repository, view.store, written),
    });
  }),

  onRepository(deleteContents, async (input, call) => {
    const { path, sha, message } = input;
    const branch = branchOf(call, input.branch);
    const before = fileAt(branch, path);
    if (!before) throw notFound();
    if (before.sha !== sha) throw stale(path, sha);
    const written = await writeTo(call, branch, path, message, people(call, input), () => null);
    return { content: null, commit: renderFileCommit(call.world, call.repository, branch.store, written) };
  }),
];

/** An answer as plain JSON: what is no file has neither bytes nor a text of its own, whatever was asked for. */
function plain(call: Call, output: Content | DirectoryEntry[]) {
  const schema = definitionOf(getContents).success[200];
  if ((call.media !== "raw" && call.media !== "html") || !isSchema(schema)) return output;
  const { bytes } = wireBody(call.world.dialect, schema, output);
  return reply(200, bytes, { "content-type": "application/json; charset=utf-8" });
}

/**
 * Looks at a commit, and at a path in it.
 * @param commit the one that `ref` is known to be @throws Refusal 404
 */
function look(call: RepositoryCall, path: string, ref?: string, commit?: string): { view: View; place: Place } {
  const { world, caller, repository } = call;
  progress(world, repository.id);
  const store = { db: world.db, repositoryId: repository.id };
  const name = ref === undefined || ref === "" || ref === "HEAD" ? repository.default_branch : ref;
  const sha = commit ?? resolveCommit(store, name);
  if (sha === undefined) {
    throw new Refusal(404, isEmpty(store) ? "This repository is empty." : `No commit found for the ref ${name}`);
  }
  const { tree } = readCommit(store, sha);
  const bare = path.replace(/\/$/, "");
  const entry = bare === "" || isTreePath(bare) ? findEntry(store, tree, segmentsOf(bare)) : undefined;
  if (!entry) throw notFound();
  return {
    view: { world, caller, repository, store, ref: name, commit: sha, tree },
    place: { path: bare, entry },
  };
}

/** The normal file of the same repository that a symlink leads to. */
function targetOf(view: View, link: Place): Place | undefined {
  const target = Buffer.from(blobOf(view, link)).toString("utf8");
  if (target.startsWith("/")) return undefined;
  const segments = segmentsOf(link.path).slice(0, -1);
  for (const step of segmentsOf(target)) {
    if (step === "..") {
      if (segments.pop() === undefined) return undefined;
    } else if (step !== ".") segments.push(step);
  }
  const entry = findEntry(view.store, view.tree, segments);
  const isFile = entry?.mode === MODES.file || entry?.mode === MODES.executable;
  return isFile ? { path: segments.join("/"), entry } : undefined;
}

/**
 * How large a file is.
 * @throws Refusal 403 over 1 MB unless it is to come as raw bytes or as an object without content, over 100 MB in any case
 * (document 1, Limits)
 */
function sizeOf({ store }: View, { entry }: Place, media: string | undefined): number {
  const size = findObjectHead(store, entry.sha)?.size ?? 0;
  if (size <= (media === "raw" || media === "object" ? LARGEST_FILE : LARGEST_CONTENT)) return size;
  const message =
    size > LARGEST_FILE
      ? "This API returns files up to 100 MB in size. The requested file is too large to fetch via the API."
      : "This API returns files up to 1 MB in size, and up to 100 MB with the raw or the object media type.";
  throw new Refusal(403, message, [{ resource: "Blob", field: "data", code: "too_large" }]);
}

const stale = (path: string, sha: string) => conflict(`${path} does not match ${sha}`);
