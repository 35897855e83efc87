import { readReleaseConfiguration } from "../../git/release-configuration.ts";
import { resolveCommit } from "../../git/resolve.ts";
import type { RepositoryCall } from "../../http/handler.ts";
import { HttpError } from "../../http-error.ts";
import { renderReleaseNotes } from "../../objects/release-notes.ts";
import { findRef } from "../../state/git-store.ts";
import { newestOtherRelease } from "../../state/releases.ts";

/** Parameters of generated release notes. */
interface NotesInput {
  readonly tag_name: string;
  readonly target_commitish?: string | undefined;
  readonly previous_tag_name?: string | undefined;
  readonly configuration_file_path?: string | undefined;
}

/**
 * Generates the name and notes of a release.
 * @throws HttpError 422 if a tag, the target or the configuration doesn't exist
 */
export async function requestNotes(call: RepositoryCall, input: NotesInput) {
  const { previous_tag_name: previous, configuration_file_path: path } = input;
  if (previous !== undefined && findTag(call, previous) === undefined) {
    throw new HttpError(422, "Invalid previous_tag parameter");
  }
  if (path !== undefined && !(await findConfiguration(call, input))) {
    throw new HttpError(422, "Invalid configuration_file_path parameter");
  }
  return createNotes(call, input);
}

/**
 * Generates the name and notes of a release, since the newest of the other releases by default.
 * @throws HttpError 422 if the target doesn't exist
 */
export async function createNotes(call: RepositoryCall, input: NotesInput) {
  const { context, repository } = call;
  const { tag_name: tag, target_commitish: targetName = repository.default_branch } = input;
  const configuration = await findConfiguration(call, input);
  const previousTag = input.previous_tag_name ?? newestOtherRelease(context.db, repository.id, tag)?.tag_name;
  const previousSha = previousTag === undefined ? undefined : findTag(call, previousTag);
  const range = {
    tag,
    head: requireHead(call, input),
    targetName,
    previous:
      previousTag === undefined || previousSha === undefined ? undefined : { tag: previousTag, sha: previousSha },
  };
  return renderReleaseNotes(context, repository, range, configuration);
}

const storeOf = ({ context, repository }: RepositoryCall) => ({ db: context.db, repositoryId: repository.id });

function findTag(call: RepositoryCall, name: string): string | undefined {
  const ref = `refs/tags/${name}`;
  return findRef(storeOf(call), ref) === undefined ? undefined : resolveCommit(storeOf(call), ref);
}

function requireHead(call: RepositoryCall, { tag_name, target_commitish }: NotesInput): string {
  const target = target_commitish ?? call.repository.default_branch;
  const sha = findTag(call, tag_name) ?? resolveCommit(storeOf(call), target);
  if (sha === undefined) throw new HttpError(422, "Invalid target_commitish parameter");
  return sha;
}

const findConfiguration = (call: RepositoryCall, input: NotesInput) =>
  readReleaseConfiguration(storeOf(call), requireHead(call, input), input.configuration_file_path);
