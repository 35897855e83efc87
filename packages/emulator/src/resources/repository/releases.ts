import {
  createRelease,
  deleteRelease,
  generateReleaseNotes,
  getLatestRelease,
  getRelease,
  getReleaseByTag,
  listReleases,
  updateRelease,
} from "@forgehand/core/operations";
import { callerGrant } from "../../callers/permission.ts";
import * as effects from "../../effects/releases.ts";
import { isRefName } from "../../git/ref-name.ts";
import { type RepositoryCall, renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { customFieldError, type FieldError, HttpError, notFound, requireFound } from "../../http-error.ts";
import { renderRelease } from "../../objects/release.ts";
import { recordViolationsOf } from "../../rules/evaluate-rulesets.ts";
import { isEmptyRepository } from "../../state/git-store.ts";
import * as state from "../../state/releases.ts";
import { includesPermission } from "../../state/repositories.ts";
import { createNotes, requestNotes } from "./release-notes.ts";

export const releases = [
  repositoryHandler(listReleases, (_input, call) => {
    const { context, repository, page } = call;
    const rowPage = state.releasesOf(context.db, repository.id, { drafts: canSeeDrafts(call) }, page);
    return renderPage(call, rowPage, (release) => renderRelease(context, repository, release));
  }),

  repositoryHandler(getRelease, ({ release_id }, call) =>
    renderRelease(call.context, call.repository, requireRelease(call, release_id)),
  ),

  repositoryHandler(getLatestRelease, (_input, { context, repository }) => {
    const release = state.latestRelease(context.db, repository.id);
    return release ? renderRelease(context, repository, release) : null;
  }),

  repositoryHandler(getReleaseByTag, ({ tag }, { context, repository }) => {
    const release = state.findPublishedRelease(context.db, repository.id, tag);
    return release ? renderRelease(context, repository, release) : null;
  }),

  repositoryHandler(createRelease, async (input, call) => {
    const { context, repository } = call;
    const { tag_name, target_commitish = repository.default_branch, name, body, draft, prerelease } = input;
    if (isEmptyRepository({ db: context.db, repositoryId: repository.id })) {
      throw new HttpError(422, "Repository is empty.");
    }
    const texts = { tag_name, target_commitish, draft: draft ?? false };
    checkRelease(call, texts);
    checkDiscussion(call, input.discussion_category_name);
    const notes = input.generate_release_notes ? await createNotes(call, { tag_name, target_commitish }) : undefined;
    const fields: effects.NewRelease = {
      ...texts,
      name: name ?? notes?.name ?? null,
      body: notes ? [body, notes.body].filter(Boolean).join("\n\n") : (body ?? null),
      prerelease: prerelease ?? false,
      discussion_category: input.discussion_category_name ?? null,
      makeLatest: input.make_latest ?? "true",
    };
    return renderRelease(
      context,
      repository,
      withViolations(call, () => effects.createRelease(updateOf(call), fields)),
    );
  }),

  repositoryHandler(updateRelease, (input, call) => {
    const { context, repository } = call;
    const release = requireRelease(call, input.release_id);
    const { tag_name = release.tag_name, target_commitish = release.target_commitish, draft = release.draft } = input;
    if (release.immutable && (tag_name !== release.tag_name || target_commitish !== release.target_commitish)) {
      throw customFieldError("Release", "tag_name", "tag_name cannot be changed when release is immutable");
    }
    checkRelease(call, { tag_name, target_commitish, draft }, release.id);
    checkDiscussion(call, input.discussion_category_name);
    const changes: effects.ReleaseChanges = {
      tag_name: input.tag_name,
      target_commitish: input.target_commitish,
      name: input.name,
      body: input.body,
      draft: input.draft,
      prerelease: input.prerelease,
      discussion_category: input.discussion_category_name,
      makeLatest: input.make_latest,
    };
    return renderRelease(
      context,
      repository,
      withViolations(call, () => effects.updateRelease(updateOf(call), release, changes)),
    );
  }),

  repositoryHandler(deleteRelease, ({ release_id }, call) => {
    effects.deleteRelease(updateOf(call), requireRelease(call, release_id));
  }),

  repositoryHandler(generateReleaseNotes, (input, call) => requestNotes(call, input)),
];

/**
 * Returns a release that the caller can see: only users who can push see drafts.
 * @throws HttpError 404
 */
export function requireRelease(call: RepositoryCall, id: number): state.Release {
  const release = requireFound(state.releases.find(call.context.db, { id, repository_id: call.repository.id }));
  if (release.draft && !canSeeDrafts(call)) throw notFound();
  return release;
}

const canSeeDrafts = ({ context, caller, repository }: RepositoryCall) =>
  includesPermission(callerGrant(context, caller, repository), "push");

const updateOf = (call: RepositoryCall) => ({
  context: call.context,
  repository: call.repository,
  sender: requireActor(call),
});

/**
 * Checks the tag of a release.
 * @throws HttpError 422 if the tag or its target is invalid, or if another release has the tag
 */
function checkRelease(
  call: RepositoryCall,
  release: Pick<state.Release, "tag_name" | "target_commitish" | "draft">,
  id?: number,
): void {
  const { context, repository } = call;
  const { tag_name, draft } = release;
  const errors: FieldError[] = [];
  const add = (error: Omit<FieldError, "resource">) => errors.push({ resource: "Release", ...error });
  if (!isRefName(tag_name) || /^[0-9a-f]{40}$/.test(tag_name)) {
    add({ code: "custom", field: "tag_name", message: "tag_name is not a valid tag" });
  } else if (!draft) {
    const other = state.findPublishedRelease(context.db, repository.id, tag_name);
    if (other && other.id !== id) add({ code: "already_exists", field: "tag_name" });
  }
  if (errors.length === 0 && !draft && effects.findReleaseCommit({ context, repository }, release) === undefined) {
    add({ code: "invalid", field: "target_commitish" });
  }
  if (errors.length > 0) throw new HttpError(422, "Validation Failed", errors);
}

/** @throws HttpError 422 if the repository has no discussions */
function checkDiscussion({ repository }: RepositoryCall, category: string | undefined): void {
  if (category !== undefined && !repository.settings.has_discussions) {
    throw customFieldError("Release", "discussion_category_name", "Discussions are disabled for this repository");
  }
}

function withViolations<T>({ context }: RepositoryCall, work: () => T): T {
  return recordViolationsOf(context, work, (violation) =>
    customFieldError("Release", "pre_receive", `pre_receive ${violation.message}`),
  );
}
