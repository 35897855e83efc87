import * as z from "zod/mini";
import type { Access } from "../access.ts";
import { BYTES, TEXT } from "../definition.ts";
import { base64Content, timestamp } from "../fields.ts";
import { Content, ContentTree, DirectoryEntry, FileCommit, FileContent } from "../objects/content.ts";
import { operation } from "../operation.ts";
import { permissionAccess, publicReadAccess } from "../permission-access.ts";
import { getIfPresent } from "../reads-and-writes.ts";

/** Workflow files require an additional permission or scope (source: docs). */
const write: Access = {
  ...permissionAccess("contents", "write", []),
  requirements: [
    [
      { permission: "contents", level: "write" },
      { permission: "workflows", level: "write", when: "workflow-file" },
    ],
    [{ scope: "repo" }, { scope: "workflow", when: "workflow-file" }],
  ],
  roles: ["push"],
  hasOtherRequirements: true,
};

/** Concurrent writes to one branch would conflict, so they run one at a time. */
const pace = { serial: ["owner", "repo", "branch"] };

/**
 * Gets the content at a path: a file, the entries of a directory, a symlink or a submodule; an empty `path` is the
 * root. Media types: `raw` returns bytes, `html` rendered text, `object` always a single object. The service redirects
 * (302) paths that end with a slash and drops their `ref`, so the client refuses such paths.
 * @see https://docs.github.com/rest/repos/contents#get-repository-content
 */
export const getContents = operation("GET /repos/{owner}/{repo}/contents/{path}", () => ({
  segments: "path",
  query: z.object({ ref: z.optional(z.string()) }),
  success: { 200: z.union([z.array(DirectoryEntry.schema()), Content.schema()]) },
  otherStatuses: [302, 304, 403, 404],
  media: { raw: BYTES, html: TEXT, object: ContentTree.schema() },
  advice: { too_large: 'Files above 1 MB require the media type "raw"; files above 100 MB are not available' },
  access: publicReadAccess("contents"),
  retry: "safe",
}));

/**
 * Gets the preferred README of a repository; null if it has none. Media types: `raw` returns bytes, `html` rendered text.
 * @see https://docs.github.com/rest/repos/contents#get-a-repository-readme
 */
export const getReadme = operation("GET /repos/{owner}/{repo}/readme", () => ({
  query: z.object({ ref: z.optional(z.string()) }),
  ...getIfPresent({ access: publicReadAccess("contents") }, FileContent.schema(), [304, 422]),
  media: { raw: BYTES, html: TEXT },
}));

const person = () => z.object({ name: z.string(), email: z.string(), date: z.optional(timestamp()) });

/**
 * Creates a file, or replaces it; replacing requires the `sha` of the current file.
 * @see https://docs.github.com/rest/repos/contents#create-or-update-file-contents
 */
export const putContents = operation("PUT /repos/{owner}/{repo}/contents/{path}", () => ({
  segments: "path",
  body: z.object({
    message: z.string(),
    content: base64Content(),
    sha: z.optional(z.string()),
    branch: z.optional(z.string()),
    committer: z.optional(person()),
    author: z.optional(person()),
  }),
  success: { 200: FileCommit.schema(), 201: FileCommit.schema() },
  otherStatuses: [404, 409, 422],
  access: write,
  // A retry is rejected because of its old `sha`. Nothing is written twice, but the outcome must be verified.
  retry: "verify",
  pace,
}));

const optionalPerson = () => z.object({ name: z.optional(z.string()), email: z.optional(z.string()) });

/**
 * Deletes a file.
 * @see https://docs.github.com/rest/repos/contents#delete-a-file
 */
export const deleteContents = operation("DELETE /repos/{owner}/{repo}/contents/{path}", () => ({
  segments: "path",
  body: z.object({
    message: z.string(),
    sha: z.string(),
    branch: z.optional(z.string()),
    committer: z.optional(optionalPerson()),
    author: z.optional(optionalPerson()),
  }),
  success: { 200: FileCommit.schema() },
  otherStatuses: [404, 409, 422, 503],
  access: write,
  retry: "verify",
  pace,
}));
