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
import { readCommit } from "../../git/commit.ts";
import { findEntry, MODES } from "../../git/tree.ts";
import { onRepository, userOf } from "../../http/call.ts";
import { invalid, notFound, Refusal } from "../../http/refusal.ts";
import { reply } from "../../http/reply.ts";
import { announce, enter, progress } from "../../imports/progress.ts";
import { reach, readAddress } from "../../imports/source.ts";
import {
  fetchedCommits,
  importUrl,
  largeFilesOf,
  renderImportAuthor,
  renderSourceImport,
} from "../../objects/source-import.ts";
import { findRef } from "../../state/git.ts";
import type { Repository } from "../../state/repositories.ts";
import * as state from "../../state/source-imports.ts";
import type { World } from "../../world.ts";

export const sourceImports = [
  onRepository(getImport, (_input, { world, repository }) =>
    renderSourceImport(world, repository, importOf(world, repository)),
  ),

  onRepository(startImport, (input, call) => {
    const { world, repository } = call;
    if (!readAddress(input.vcs_url)) throw invalid("vcs_url", "vcs_url is the address of a repository");
    if (hasWorkflows(world, repository)) {
      throw new Refusal(422, "Importing into a repository with workflows enabled is not supported.");
    }
    if (progress(world, repository.id)) {
      throw new Refusal(422, "An import was started already. Cancel it before you start another one.");
    }
    enter(world, {
      ...{ repository_id: repository.id, user_id: userOf(call).id, vcs_url: input.vcs_url, vcs: input.vcs ?? null },
      ...{ username: input.vcs_username ?? null, password: input.vcs_password ?? null },
      ...{ tfvc_project: input.tfvc_project ?? null, use_lfs: "undecided", refs: null, commit_count: 0 },
      ...{ failed_step: null, error_message: null, since: world.now().getTime() },
      status: input.vcs === undefined ? "detecting" : "importing",
    });
    const answer = renderSourceImport(world, repository, importOf(world, repository));
    return reply(201, answer, { location: importUrl(world, repository) });
  }),

  onRepository(updateImport, (input, { world, repository }) => {
    const stored = importOf(world, repository);
    const told = {
      ...stored,
      ...{ username: input.vcs_username ?? stored.username, password: input.vcs_password ?? stored.password },
      ...{ vcs: input.vcs ?? stored.vcs, tfvc_project: input.tfvc_project ?? stored.tfvc_project },
    };
    const next = statusAfter(world, stored, told, Object.keys(input));
    const changed = { ...told, ...next.choice };
    const { status } = next;
    if (status === undefined) state.saveImport(world.db, changed);
    else {
      const anew = {
        since: world.now().getTime(),
        refs: null,
        commit_count: 0,
        failed_step: null,
        error_message: null,
      };
      enter(world, { ...changed, ...anew, status });
    }
    return renderSourceImport(world, repository, importOf(world, repository));
  }),

  onRepository(cancelImport, (_input, { world, repository }) => {
    const stored = importOf(world, repository);
    state.deleteImport(world.db, repository.id);
    if (stored.status !== "complete" && stored.status !== "error") announce(world, stored, "cancelled");
    return undefined;
  }),

  onRepository(listImportAuthors, ({ since }, { world, repository }) => {
    const stored = importOf(world, repository);
    const authors = state.importAuthors(world.db, repository.id, fetchedCommits(world, stored), since);
    return authors.map((author) => renderImportAuthor(world, repository, author));
  }),

  onRepository(updateImportAuthor, ({ author_id, name, email }, { world, repository }) => {
    const stored = importOf(world, repository);
    const authors = state.importAuthors(world.db, repository.id, fetchedCommits(world, stored));
    const author = authors.find(({ id }) => id === author_id);
    if (!author) throw notFound();
    refuseLate(stored, "author_id", "authors");
    const mapped = { ...author, name: name ?? author.name, email: email ?? author.email };
    state.mapImportAuthor(world.db, author.id, mapped);
    return renderImportAuthor(world, repository, mapped);
  }),

  onRepository(listImportLargeFiles, (_input, { world, repository }) =>
    largeFilesOf(world, importOf(world, repository)).map(({ ref, path, sha, size }) => ({
      ...{ ref_name: ref, path, oid: sha, size },
    })),
  ),

  onRepository(updateImportLfs, ({ use_lfs }, { world, repository }) => {
    const stored = importOf(world, repository);
    refuseLate(stored, "use_lfs", "large files");
    const chosen = { ...stored, use_lfs };
    state.saveImport(world.db, chosen);
    return renderSourceImport(world, repository, chosen);
  }),
];

/** @throws Refusal 404 where none was started */
function importOf(world: World, repository: Repository): state.StoredImport {
  const stored = progress(world, repository.id);
  if (!stored) throw notFound();
  return stored;
}

/** Workflows are enabled where there are any, on the default branch. */
function hasWorkflows({ db }: World, repository: Repository): boolean {
  const store = { db, repositoryId: repository.id };
  const head = findRef(store, `refs/heads/${repository.default_branch}`);
  if (head === undefined) return false;
  return findEntry(store, readCommit(store, head).tree, [".github", "workflows"])?.mode === MODES.tree;
}

/**
 * What an import does about an update (document 3, Source import status; the public description: without anything told, it
 * starts again). What doesn't help where it waits is kept for when it does.
 */
function statusAfter(
  world: World,
  { status }: state.StoredImport,
  told: state.StoredImport,
  fields: readonly string[],
): { readonly status?: state.ImportStatus; readonly choice?: Partial<state.StoredImport> } {
  const restart = told.vcs === null ? "detecting" : "importing";
  const bringsCredentials = fields.includes("vcs_username") || fields.includes("vcs_password");
  if (fields.length === 0 || status === "error") return { status: restart };
  if (status === "detection_needs_auth" && bringsCredentials) return { status: restart };
  if (status === "auth_failed" && bringsCredentials) return { status: "importing" };
  if (status === "detection_found_multiple" && (fields.includes("vcs") || fields.includes("tfvc_project"))) {
    const { vcs, tfvc_project = null } = chosenProject(world, told);
    return { status: "importing", choice: { vcs, tfvc_project } };
  }
  return {};
}

/** @throws Refusal 422 where what was told is none of the choices, or several */
function chosenProject(world: World, told: state.StoredImport): state.Project {
  const source = reach(world, told);
  const choices = (source.is === "open" ? source.projects : []).filter(
    ({ vcs, tfvc_project }) =>
      (told.vcs ?? vcs) === vcs && (told.tfvc_project === null || told.tfvc_project === tfvc_project),
  );
  const [chosen, ...others] = choices;
  if (chosen && others.length === 0) return chosen;
  const field = told.tfvc_project === null ? "vcs" : "tfvc_project";
  throw invalid(field, chosen ? "several of the project_choices are like this" : "this is none of the project_choices");
}

/** @throws Refusal 422 once commits are pushed */
function refuseLate({ status }: state.StoredImport, field: string, what: string): void {
  if (status !== "pushing" && status !== "complete") return;
  throw invalid(field, `${what} can be told of until commits are pushed`);
}
