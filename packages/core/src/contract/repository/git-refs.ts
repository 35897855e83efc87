import * as z from "zod/mini";
import { GitRef } from "../objects/git.ts";
import { operation } from "../operation.ts";
import { change, create, get, getIfPresent, update } from "../reads-and-writes.ts";
import { CONTENTS_ACCESS, REF_WRITE_ACCESS } from "../shared/contents-access.ts";

const write = { access: REF_WRITE_ACCESS };

/**
 * Gets a reference by its name without `refs/`, such as `heads/main` or `tags/v1`; null if it doesn't exist.
 * @see https://docs.github.com/rest/git/refs#get-a-reference
 */
export const getRef = operation("GET /repos/{owner}/{repo}/git/ref/{ref}", () => ({
  segments: "ref",
  ...getIfPresent(CONTENTS_ACCESS.read, GitRef.schema(), [409]),
}));

/**
 * Lists the references whose name without `refs/` starts with `ref`; an empty `ref` lists all.
 * @see https://docs.github.com/rest/git/refs#list-matching-references
 */
export const listMatchingRefs = operation("GET /repos/{owner}/{repo}/git/matching-refs/{ref}", () => ({
  segments: "ref",
  ...get(CONTENTS_ACCESS.read, z.array(GitRef.schema()), [409]),
}));

/**
 * Creates a branch, a tag or another reference.
 * @see https://docs.github.com/rest/git/refs#create-a-reference
 */
export const createRef = operation("POST /repos/{owner}/{repo}/git/refs", () => ({
  body: z.object({
    /** Full name, `refs/heads/main`. */
    ref: z.string().check(z.regex(/^refs\/[^/]+\/./, "must be a full name, such as refs/heads/main")),
    sha: z.string(),
  }),
  ...create(write, GitRef.schema(), [409, 422]),
}));

/**
 * Points a reference to another commit. Unless `force` is set, that must be a descendant of the present one.
 * @see https://docs.github.com/rest/git/refs#update-a-reference
 */
export const updateRef = operation("PATCH /repos/{owner}/{repo}/git/refs/{ref}", () => ({
  segments: "ref",
  body: z.object({ sha: z.string(), force: z._default(z.boolean(), false) }),
  ...update(write, GitRef.schema(), [409, 422]),
  pace: { serial: ["owner", "repo", "ref"] },
}));

/**
 * Deletes a reference. A missing one is reported as 422.
 * @see https://docs.github.com/rest/git/refs#delete-a-reference
 */
export const deleteRef = operation("DELETE /repos/{owner}/{repo}/git/refs/{ref}", () => ({
  segments: "ref",
  ...change(CONTENTS_ACCESS.write, [409, 422]),
}));
