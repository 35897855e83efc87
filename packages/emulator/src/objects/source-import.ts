import type { ImportAuthor as AnsweredAuthor, SourceImport } from "@forgehand/core/operations";
import { partDone } from "../imports/progress.ts";
import { reach } from "../imports/source.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import {
  type ImportAuthor,
  type ImportStatus,
  importAuthors,
  importLargeFiles,
  type StoredImport,
} from "../state/source-imports.ts";
import type { World } from "../world.ts";

const TEXTS: Readonly<Record<ImportStatus, string>> = {
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

/** How many commits an import has fetched by now. */
export function fetchedCommits(world: World, stored: StoredImport): number {
  return Math.floor(stored.commit_count * (stored.status === "importing" ? partDone(world, stored) : 1));
}

/** Large files are known once everything is fetched. */
export function largeFilesOf({ db }: World, { repository_id, status }: StoredImport) {
  return status === "importing" ? [] : importLargeFiles(db, repository_id);
}

/** An import and how far it got (document 3, Source import). */
export function renderSourceImport(world: World, repository: Repository, stored: StoredImport): SourceImport {
  const { db, webUrl } = world;
  const { status } = stored;
  const percent = (of: ImportStatus) => (status === of ? Math.floor(partDone(world, stored) * 100) : null);
  const commits = fetchedCommits(world, stored);
  const large = largeFilesOf(world, stored);
  const url = importUrl(world, repository);
  const source = status === "detection_found_multiple" ? reach(world, stored) : undefined;
  return {
    vcs: stored.vcs,
    use_lfs: stored.use_lfs,
    vcs_url: stored.vcs_url,
    ...(stored.tfvc_project === null ? {} : { tfvc_project: stored.tfvc_project }),
    ...(stored.vcs === "subversion" ? { svn_root: stored.vcs_url } : {}),
    status,
    status_text: TEXTS[status],
    failed_step: stored.failed_step,
    error_message: stored.error_message,
    // The same under the documents' name and the public one.
    ...{ percent: percent("importing"), import_percent: percent("importing"), push_percent: percent("pushing") },
    commit_count: stored.refs ? commits : null,
    authors_count: stored.refs ? importAuthors(db, stored.repository_id, commits).length : null,
    has_large_files: large.length > 0,
    large_files_size: large.reduce((sum, { size }) => sum + size, 0) / 1e9,
    large_files_count: large.length,
    ...(source?.is === "open" ? { project_choices: source.projects.map((project) => ({ ...project })) } : {}),
    url,
    html_url: `${webUrl}/${fullNameOf(world.db, repository)}/import`,
    authors_url: `${url}/authors`,
    repository_url: url.replace(/\/import$/, ""),
  };
}

/** Somebody who committed to what is imported (public description). */
export function renderImportAuthor(world: World, repository: Repository, author: ImportAuthor): AnsweredAuthor {
  const { id, remote_id, remote_name, email, name } = author;
  const import_url = importUrl(world, repository);
  return { id, remote_id, remote_name, email, name, url: `${import_url}/authors/${id}`, import_url };
}

export function importUrl(world: World, repository: Repository): string {
  return `${world.apiUrl}/repos/${fullNameOf(world.db, repository)}/import`;
}
