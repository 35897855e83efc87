import * as z from "zod/mini";
import type { Access } from "../access.ts";
import { allow, allowPublic } from "../allow.ts";
import { BYTES, TEXT } from "../definition.ts";
import { base64Content, time } from "../fields.ts";
import { Content, ContentTree, DirectoryEntry, FileCommit } from "../objects/content.ts";
import { operation } from "../operation.ts";

/** Files that define workflows take a permission, or a scope, of their own (document 3, Repository contents). */
const write: Access = {
  ...allow("contents", "write", []),
  needs: [
    [
      { permission: "contents", level: "write" },
      { permission: "workflows", level: "write", when: "workflow-file" },
    ],
    [{ scope: "repo" }, { scope: "workflow", when: "workflow-file" }],
  ],
  roles: ["push"],
  others: true,
};

/** Writes to one branch would conflict: they go one at a time (document 3, Repository contents). */
const pace = { serial: ["owner", "repo", "branch"] };

/**
 * What lies at a path: a file, a directory's entries, a symlink or a submodule; the root where `path` is empty (document 3,
 * Repository contents). Media types: `raw` gives the bytes, `html` the rendered text, `object` always one object.
 */
export const getContents = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/contents/{path}", () => ({
  segments: "path",
  query: z.object({ ref: z.optional(z.string()) }),
  success: { 200: z.union([z.array(DirectoryEntry()), Content()]) },
  otherStatuses: [302, 304, 403, 404],
  media: { raw: BYTES, html: TEXT, object: ContentTree() },
  // Document 1, Limits.
  advice: { too_large: 'Files over 1 MB come with the media type "raw" alone; those over 100 MB not at all' },
  access: allowPublic("contents"),
  retry: "safe",
}));

const person = () => z.object({ name: z.string(), email: z.string(), date: z.optional(time()) });

/** Create or replace a file; `sha` is the replaced one's, and needed then (document 3, Repository contents). */
export const putContents = /* @__PURE__ */ operation("PUT /repos/{owner}/{repo}/contents/{path}", () => ({
  segments: "path",
  body: z.object({
    message: z.string(),
    content: base64Content(),
    sha: z.optional(z.string()),
    branch: z.optional(z.string()),
    committer: z.optional(person()),
    author: z.optional(person()),
  }),
  success: { 200: FileCommit(), 201: FileCommit() },
  otherStatuses: [404, 409, 422],
  access: write,
  // Lost and sent again, it is refused for its old `sha`: nothing is written twice, but the outcome has to be looked up.
  retry: "verify",
  pace,
}));

const namelessPerson = () => z.object({ name: z.optional(z.string()), email: z.optional(z.string()) });

/** Delete a file (document 3 names it; the shape is the public description's). */
export const deleteContents = /* @__PURE__ */ operation("DELETE /repos/{owner}/{repo}/contents/{path}", () => ({
  segments: "path",
  body: z.object({
    message: z.string(),
    sha: z.string(),
    branch: z.optional(z.string()),
    committer: z.optional(namelessPerson()),
    author: z.optional(namelessPerson()),
  }),
  success: { 200: FileCommit() },
  otherStatuses: [404, 409, 422, 503],
  access: write,
  retry: "verify",
  pace,
}));
