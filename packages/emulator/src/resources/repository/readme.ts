import { getReadme } from "@forgehand/core/operations";
import { FILE_MODES, findEntry, readTree, type TreeEntry } from "../../git/tree.ts";
import { repositoryHandler } from "../../http/handler.ts";
import { requireFound } from "../../http-error.ts";
import { blobOf, type CommitView, type PathEntry, renderFile } from "../../objects/content.ts";
import { isMarkdown, renderFileHtml } from "../../objects/file-html.ts";
import { findObjectHeader } from "../../state/git-store.ts";
import { resolvePath } from "./contents.ts";

export const readme = [
  repositoryHandler(getReadme, async ({ ref }, call) => {
    const { view } = resolvePath(call, "", ref);
    const file = requireFound(findReadme(view));
    if (call.media === "raw") return blobOf(view, file);
    if (call.media === "html") return renderFileHtml(file.path, Buffer.from(blobOf(view, file)).toString("utf8"));
    return renderFile(view, file, findObjectHeader(view.store, file.entry.sha)?.size ?? 0);
  }),
];

/** The folders that can have the README, in the order in which they are searched. */
const FOLDERS = [".github", "", "docs"] as const;

/** Finds the preferred README. Within a folder, Markdown is preferred. */
function findReadme({ store, tree }: CommitView): PathEntry | undefined {
  for (const folder of FOLDERS) {
    const found = findEntry(store, tree, folder === "" ? [] : [folder]);
    const entries = found?.mode === FILE_MODES.tree ? readTree(store, found.sha).filter(isReadme) : [];
    const entry = entries.find(({ name }) => isMarkdown(name)) ?? entries[0];
    if (entry) return { path: folder === "" ? entry.name : `${folder}/${entry.name}`, entry };
  }
  return undefined;
}

const isReadme = ({ name, mode }: TreeEntry) =>
  /^readme(\.[a-z]+)?$/i.test(name) && (mode === FILE_MODES.file || mode === FILE_MODES.executable);
