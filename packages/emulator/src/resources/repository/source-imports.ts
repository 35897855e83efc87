import {
  cancelImport,
  getImport,
  listImportAuthors,
  listImportLargeFiles,
  startImport,
  updateImport,
  updateImportAuthor,
  updateImportLfs,
} from "@forgehand/core/operations";
import type { EmulatorContext } from "../../emulator-context.ts";
import { readCommit } from "../../git/commit.ts";
import { FILE_MODES, findEntry } from "../../git/tree.ts";
import { repositoryHandler, requireUser } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { HttpError, invalid, requireFound } from "../../http-error.ts";
import { advanceImport, applyStatus, emitImportEnd } from "../../imports/advance-import.ts";
import {
  countFetchedCommits,
  importUrl,
  largeFilesOf,
  renderImportAuthor,
  renderSourceImport,
} from "../../imports/render-source-import.ts";
import { accessSource, readAddress } from "../../imports/source.ts";
import { findRef } from "../../state/git-store.ts";
import type { Repository } from "../../state/repositories.ts";
import * as state from "../../state/source-imports.ts";

export const sourceImports = [
  repositoryHandler(getImport, (_input, { context, repository }) =>
    renderSourceImport(context, repository, requireImport(context, repository)),
  ),

  repositoryHandler(startImport, (input, call) => {
    const { context, repository } = call;
    if (!readAddress(input.vcs_url)) throw invalid("vcs_url", "vcs_url must be the URL of a repository");
    if (hasWorkflows(context, repository)) {
      throw new HttpError(422, "Importing into a repository with workflows enabled is not supported.");
    }
    if (advanceImport(context, repository.id)) {
      throw new HttpError(422, "An import was started already. Cancel it before you start another one.");
    }
    applyStatus(context, {
      repository_id: repository.id,
      user_id: requireUser(call).id,
      vcs_url: input.vcs_url,
      vcs: input.vcs ?? null,
      username: input.vcs_username ?? null,
      password: input.vcs_password ?? null,
      tfvc_project: input.tfvc_project ?? null,
      use_lfs: "undecided",
      refs: null,
      commit_count: 0,
      failed_step: null,
      error_message: null,
      since: context.now().getTime(),
      status: input.vcs === undefined ? "detecting" : "importing",
    });
    const body = renderSourceImport(context, repository, requireImport(context, repository));
    return reply(201, body, { location: importUrl(context, repository) });
  }),

  repositoryHandler(updateImport, (input, { context, repository }) => {
    const stored = requireImport(context, repository);
    const updated = {
      ...stored,
      username: input.vcs_username ?? stored.username,
      password: input.vcs_password ?? stored.password,
      vcs: input.vcs ?? stored.vcs,
      tfvc_project: input.tfvc_project ?? stored.tfvc_project,
    };
    const transition = statusAfterUpdate(context, stored, updated, Object.keys(input));
    const selected = { ...updated, ...transition.choice };
    const { status } = transition;
    if (status === undefined) state.saveImport(context.db, selected);
    else {
      const restarted = {
        since: context.now().getTime(),
        refs: null,
        commit_count: 0,
        failed_step: null,
        error_message: null,
      };
      applyStatus(context, { ...selected, ...restarted, status });
    }
    return renderSourceImport(context, repository, requireImport(context, repository));
  }),

  repositoryHandler(cancelImport, (_input, { context, repository }) => {
    const stored = requireImport(context, repository);
    state.sourceImports.delete(context.db, { repository_id: repository.id });
    if (stored.status !== "complete" && stored.status !== "error") emitImportEnd(context, stored, "cancelled");
  }),

  repositoryHandler(listImportAuthors, ({ since }, { context, repository }) => {
    const stored = requireImport(context, repository);
    const authors = state.authorsOfImport(context.db, repository.id, countFetchedCommits(context, stored), since);
    return authors.map((author) => renderImportAuthor(context, repository, author));
  }),

  repositoryHandler(updateImportAuthor, ({ author_id, name, email }, { context, repository }) => {
    const stored = requireImport(context, repository);
    const authors = state.authorsOfImport(context.db, repository.id, countFetchedCommits(context, stored));
    const author = requireFound(authors.find(({ id }) => id === author_id));
    checkNotPushed(stored, "author_id", "authors");
    const mapped = { ...author, name: name ?? author.name, email: email ?? author.email };
    state.mapImportAuthor(context.db, author.id, mapped);
    return renderImportAuthor(context, repository, mapped);
  }),

  repositoryHandler(listImportLargeFiles, (_input, { context, repository }) =>
    largeFilesOf(context, requireImport(context, repository)).map(({ ref, path, sha, size }) => ({
      ref_name: ref,
      path,
      oid: sha,
      size,
    })),
  ),

  repositoryHandler(updateImportLfs, ({ use_lfs }, { context, repository }) => {
    const stored = requireImport(context, repository);
    checkNotPushed(stored, "use_lfs", "large files");
    const chosen = { ...stored, use_lfs };
    state.saveImport(context.db, chosen);
    return renderSourceImport(context, repository, chosen);
  }),
];

/** @throws HttpError 404 if no import was started */
function requireImport(context: EmulatorContext, repository: Repository): state.StoredImport {
  return requireFound(advanceImport(context, repository.id));
}

/** A repository has workflows enabled if its default branch contains any. */
function hasWorkflows({ db }: EmulatorContext, repository: Repository): boolean {
  const store = { db, repositoryId: repository.id };
  const head = findRef(store, `refs/heads/${repository.default_branch}`);
  if (head === undefined) return false;
  return findEntry(store, readCommit(store, head).tree, [".github", "workflows"])?.mode === FILE_MODES.tree;
}

/**
 * Returns how an update changes the status of an import. An update without fields restarts it. Fields that don't apply
 * to the current status are stored for later.
 */
function statusAfterUpdate(
  context: EmulatorContext,
  { status }: state.StoredImport,
  updated: state.StoredImport,
  fields: readonly string[],
): { readonly status?: state.ImportStatus; readonly choice?: Partial<state.StoredImport> } {
  const restartStatus = updated.vcs === null ? "detecting" : "importing";
  const hasNewCredentials = fields.includes("vcs_username") || fields.includes("vcs_password");
  if (fields.length === 0 || status === "error") return { status: restartStatus };
  if (status === "detection_needs_auth" && hasNewCredentials) return { status: restartStatus };
  if (status === "auth_failed" && hasNewCredentials) return { status: "importing" };
  if (status === "detection_found_multiple" && (fields.includes("vcs") || fields.includes("tfvc_project"))) {
    const { vcs, tfvc_project = null } = selectProject(context, updated);
    return { status: "importing", choice: { vcs, tfvc_project } };
  }
  return {};
}

/** @throws HttpError 422 unless the update matches exactly one of the project choices */
function selectProject(context: EmulatorContext, updated: state.StoredImport): state.ImportProject {
  const source = accessSource(context, updated);
  const choices = (source.status === "open" ? source.projects : []).filter(
    ({ vcs, tfvc_project }) =>
      (updated.vcs ?? vcs) === vcs && (updated.tfvc_project === null || updated.tfvc_project === tfvc_project),
  );
  const [chosen, ...others] = choices;
  if (chosen && others.length === 0) return chosen;
  const field = updated.tfvc_project === null ? "vcs" : "tfvc_project";
  throw invalid(field, chosen ? "matches several of the project_choices" : "must match one of the project_choices");
}

/** @throws HttpError 422 once commits are being pushed */
function checkNotPushed({ status }: state.StoredImport, field: string, subject: string): void {
  if (status !== "pushing" && status !== "complete") return;
  throw invalid(field, `${subject} can only be changed until commits are pushed`);
}
