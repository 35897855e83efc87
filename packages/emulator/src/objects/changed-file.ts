import type { EmulatorContext } from "../emulator-context.ts";
import type { MeasuredChange } from "../git/compare.ts";
import { FILE_MODES } from "../git/tree.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";

/** Renders a file that a pull request changes. */
export function renderChangedFile(
  { db, apiUrl, webUrl }: EmulatorContext,
  repository: Repository,
  commit: string,
  file: MeasuredChange,
) {
  const fullName = fullNameOf(db, repository);
  // Unlike in the links of contents, slashes are encoded, too (source: recorded).
  const path = encodeURIComponent(file.path);
  const isSubmodule = (file.after ?? file.before)?.mode === FILE_MODES.submodule;
  return {
    sha: file.sha,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${webUrl}/${fullName}/${isSubmodule ? "tree" : "blob"}/${commit}/${path}`,
    raw_url: `${webUrl}/${fullName}/raw/${commit}/${path}`,
    contents_url: `${apiUrl}/repos/${fullName}/contents/${path}?ref=${commit}`,
    ...(file.patch === undefined ? {} : { patch: file.patch }),
    ...(file.previousPath === undefined ? {} : { previous_filename: file.previousPath }),
  };
}
