import * as z from "zod/mini";
import { Release, ReleaseNotes } from "../objects/release.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { change, create, get, getIfPresent, update } from "../reads-and-writes.ts";
import { fieldsWith } from "../schema.ts";
import { CONTENTS_ACCESS, REF_WRITE_ACCESS } from "../shared/contents-access.ts";

const write = { access: REF_WRITE_ACCESS };
const path = () => z.object({ release_id: z.int() });

/** Texts of a release; `target_commitish` is the branch or commit that a missing tag is created for. */
const texts = () => fieldsWith(z.optional(z.string()), "target_commitish", "name", "body", "discussion_category_name");

const makeLatest = () => z._default(z.enum(["true", "false", "legacy"]), "true");

/**
 * Lists the releases of a repository, newest first. Only users who can push to it get its drafts.
 * @see https://docs.github.com/rest/releases/releases#list-releases
 */
export const listReleases = operation("GET /repos/{owner}/{repo}/releases", () => ({
  ...list(Release.schema()),
  otherStatuses: [404],
  ...CONTENTS_ACCESS.read,
}));

/**
 * Gets a release.
 * @see https://docs.github.com/rest/releases/releases#get-a-release
 */
export const getRelease = operation("GET /repos/{owner}/{repo}/releases/{release_id}", () => ({
  path: path(),
  ...get(CONTENTS_ACCESS.read, Release.schema(), [401, 404]),
}));

/**
 * Gets the latest release, which is neither a draft nor a prerelease; null if there is none.
 * @see https://docs.github.com/rest/releases/releases#get-the-latest-release
 */
export const getLatestRelease = operation("GET /repos/{owner}/{repo}/releases/latest", () =>
  getIfPresent(CONTENTS_ACCESS.read, Release.schema()),
);

/**
 * Gets the published release of a tag; null if the tag has none.
 * @see https://docs.github.com/rest/releases/releases#get-a-release-by-tag-name
 */
export const getReleaseByTag = operation("GET /repos/{owner}/{repo}/releases/tags/{tag}", () =>
  getIfPresent(CONTENTS_ACCESS.read, Release.schema()),
);

/**
 * Creates a release, and its tag if that is missing. A draft creates the tag once it is published.
 * @see https://docs.github.com/rest/releases/releases#create-a-release
 */
export const createRelease = operation("POST /repos/{owner}/{repo}/releases", () => ({
  body: z.object({
    tag_name: z.string(),
    ...texts(),
    ...fieldsWith(z._default(z.boolean(), false), "draft", "prerelease", "generate_release_notes"),
    make_latest: makeLatest(),
  }),
  ...create(write, Release.schema(), [404, 422]),
  pace: { createsContent: true },
}));

/**
 * Updates a release, or publishes a draft.
 * @see https://docs.github.com/rest/releases/releases#update-a-release
 */
export const updateRelease = operation("PATCH /repos/{owner}/{repo}/releases/{release_id}", () => ({
  path: path(),
  body: z.object({
    tag_name: z.optional(z.string()),
    ...texts(),
    ...fieldsWith(z.optional(z.boolean()), "draft", "prerelease"),
    make_latest: makeLatest(),
  }),
  ...update(write, Release.schema(), [404, 422]),
}));

/**
 * Deletes a release with its assets; its tag remains.
 * @see https://docs.github.com/rest/releases/releases#delete-a-release
 */
export const deleteRelease = operation("DELETE /repos/{owner}/{repo}/releases/{release_id}", () => ({
  path: path(),
  ...change(CONTENTS_ACCESS.write, [404]),
}));

/**
 * Generates the name and notes of a release from the changes since `previous_tag_name`. Nothing is saved.
 * @see https://docs.github.com/rest/releases/releases#generate-release-notes-content-for-a-release
 */
export const generateReleaseNotes = operation("POST /repos/{owner}/{repo}/releases/generate-notes", () => ({
  body: z.object({
    tag_name: z.string(),
    ...fieldsWith(z.optional(z.string()), "target_commitish", "previous_tag_name", "configuration_file_path"),
  }),
  ...update(CONTENTS_ACCESS.write, ReleaseNotes.schema(), [404]),
}));
