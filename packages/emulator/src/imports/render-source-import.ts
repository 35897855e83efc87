import type { ImportAuthor as RenderedImportAuthor, SourceImport } from "@forgehand/core/operations";
import type { EmulatorContext } from "../emulator-context.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import {
  authorsOfImport,
  type ImportAuthor,
  type ImportStatus,
  largeFilesOfImport,
  type StoredImport,
} from "../state/source-imports.ts";
import { stepProgress } from "./advance-import.ts";
import { accessSource } from "./source.ts";

const STATUS_TEXTS: Readonly<Record<ImportStatus, string>> = {
  detecting: "Detecting...",
  importing: "Importing...",
  mapping: "Mapping...",
  pushing: "Pushing...",
  complete: "Done",
  error: "Import failed",
  auth_failed: "Authentication failed",
  detection_needs_auth: "Authentication required",
  detection_found_nothing: "Nothing found",
  detection_found_multiple: "Several projects found",
};

/** Returns how many commits an import has fetched so far. */
export function countFetchedCommits(context: EmulatorContext, stored: StoredImport): number {
  return Math.floor(stored.commit_count * (stored.status === "importing" ? stepProgress(context, stored) : 1));
}

/** Returns the large files. They are known once all commits are fetched. */
export function largeFilesOf({ db }: EmulatorContext, { repository_id, status }: StoredImport) {
  return status === "importing" ? [] : largeFilesOfImport(db, repository_id);
}

/** Renders an import with its progress. */
export function renderSourceImport(
  context: EmulatorContext,
  repository: Repository,
  stored: StoredImport,
): SourceImport {
  const { db, webUrl } = context;
  const { status } = stored;
  const percent = (phase: ImportStatus) => (status === phase ? Math.floor(stepProgress(context, stored) * 100) : null);
  const commits = countFetchedCommits(context, stored);
  const large = largeFilesOf(context, stored);
  const url = importUrl(context, repository);
  const source = status === "detection_found_multiple" ? accessSource(context, stored) : undefined;
  return {
    vcs: stored.vcs,
    use_lfs: stored.use_lfs,
    vcs_url: stored.vcs_url,
    ...(stored.tfvc_project === null ? {} : { tfvc_project: stored.tfvc_project }),
    ...(stored.vcs === "subversion" ? { svn_root: stored.vcs_url } : {}),
    status,
    status_text: STATUS_TEXTS[status],
    failed_step: stored.failed_step,
    error_message: stored.error_message,
    // The API has two names for the same value.
    percent: percent("importing"),
    import_percent: percent("importing"),
    push_percent: percent("pushing"),
    commit_count: stored.refs ? commits : null,
    authors_count: stored.refs ? authorsOfImport(db, stored.repository_id, commits).length : null,
    has_large_files: large.length > 0,
    large_files_size: large.reduce((sum, { size }) => sum + size, 0) / 1e9,
    large_files_count: large.length,
    ...(source?.status === "open" ? { project_choices: source.projects.map((project) => ({ ...project })) } : {}),
    url,
    html_url: `${webUrl}/${fullNameOf(context.db, repository)}/import`,
    authors_url: `${url}/authors`,
    repository_url: url.replace(/\/import$/, ""),
  };
}

/** Renders an author of imported commits. */
export function renderImportAuthor(
  context: EmulatorContext,
  repository: Repository,
  author: ImportAuthor,
): RenderedImportAuthor {
  const { id, remote_id, remote_name, email, name } = author;
  const import_url = importUrl(context, repository);
  return { id, remote_id, remote_name, email, name, url: `${import_url}/authors/${id}`, import_url };
}

export function importUrl(context: EmulatorContext, repository: Repository): string {
  return `${context.apiUrl}/repos/${fullNameOf(context.db, repository)}/import`;
}
