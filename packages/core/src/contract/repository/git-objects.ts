import * as z from "zod/mini";
import type { Definition } from "../definition.ts";
import { timestamp } from "../fields.ts";
import { CreatedBlob, GitBlob, GitCommit, GitTag, GitTree } from "../objects/git.ts";
import { operation } from "../operation.ts";
import { get } from "../reads-and-writes.ts";
import { fieldsWith } from "../schema.ts";
import { CONTENTS_ACCESS } from "../shared/contents-access.ts";

/** Creates an object of git. No reference points to it yet, so a repetition has no further effect. */
const createObject = <S extends z.ZodMiniType>(object: S, otherStatuses: readonly number[]) =>
  ({
    ...CONTENTS_ACCESS.write,
    success: { 201: object },
    otherStatuses,
    retry: "idempotent",
  }) as const satisfies Definition;

/** Author, committer or tagger; the date is the present time by default. */
const person = () => z.object({ name: z.string(), email: z.string(), date: z.optional(timestamp()) });

/**
 * Gets the content of a file by the ID of its blob, in base64.
 * @see https://docs.github.com/rest/git/blobs#get-a-blob
 */
export const getBlob = operation("GET /repos/{owner}/{repo}/git/blobs/{file_sha}", () =>
  get(CONTENTS_ACCESS.read, GitBlob.schema(), [403, 404, 409, 422]),
);

/**
 * Creates a blob, the content of a file.
 * @see https://docs.github.com/rest/git/blobs#create-a-blob
 */
export const createBlob = operation("POST /repos/{owner}/{repo}/git/blobs", () => ({
  body: z.object({ content: z.string(), encoding: z._default(z.enum(["utf-8", "base64"]), "utf-8") }),
  ...createObject(CreatedBlob.schema(), [403, 404, 409, 422]),
}));

/**
 * Gets a tree by its ID or by a reference. Any value of `recursive` includes the entries of subdirectories.
 * @see https://docs.github.com/rest/git/trees#get-a-tree
 */
export const getTree = operation("GET /repos/{owner}/{repo}/git/trees/{tree_sha}", () => ({
  query: z.object({ recursive: z.optional(z.string()) }),
  ...get(CONTENTS_ACCESS.read, GitTree.schema(), [404, 409, 422]),
}));

/**
 * Creates a tree, from scratch or as a change of `base_tree`: an entry with a null `sha` is deleted.
 * @see https://docs.github.com/rest/git/trees#create-a-tree
 */
export const createTree = operation("POST /repos/{owner}/{repo}/git/trees", () => ({
  body: z.object({
    tree: z.array(
      z.object({
        path: z.optional(z.string()),
        /** File, executable, directory, submodule or symlink. */
        mode: z.optional(z.enum(["100644", "100755", "040000", "160000", "120000"])),
        type: z.optional(z.enum(["blob", "tree", "commit"])),
        sha: z.optional(z.nullable(z.string())),
        /** Content of a new file, instead of `sha`. */
        content: z.optional(z.string()),
      }),
    ),
    base_tree: z.optional(z.string()),
  }),
  ...createObject(GitTree.schema(), [403, 404, 409, 422]),
}));

/**
 * Gets a commit as git stores it, without the files that it changes.
 * @see https://docs.github.com/rest/git/commits#get-a-commit-object
 */
export const getGitCommit = operation("GET /repos/{owner}/{repo}/git/commits/{commit_sha}", () =>
  get(CONTENTS_ACCESS.read, GitCommit.schema(), [404, 409]),
);

/**
 * Creates a commit of a tree. A branch contains it once it points to it.
 * @see https://docs.github.com/rest/git/commits#create-a-commit
 */
export const createGitCommit = operation("POST /repos/{owner}/{repo}/git/commits", () => ({
  body: z.object({
    message: z.string(),
    tree: z.string(),
    parents: z.optional(z.array(z.string())),
    author: z.optional(person()),
    committer: z.optional(
      z.object({ name: z.optional(z.string()), email: z.optional(z.string()), date: z.optional(timestamp()) }),
    ),
    signature: z.optional(z.string()),
  }),
  ...createObject(GitCommit.schema(), [404, 409, 422]),
}));

/**
 * Gets an annotated tag by the ID of its object.
 * @see https://docs.github.com/rest/git/tags#get-a-tag
 */
export const getGitTag = operation("GET /repos/{owner}/{repo}/git/tags/{tag_sha}", () =>
  get(CONTENTS_ACCESS.read, GitTag.schema(), [404, 409]),
);

/**
 * Creates the object of an annotated tag. The tag exists once `createRef` points `refs/tags/<tag>` to it.
 * @see https://docs.github.com/rest/git/tags#create-a-tag-object
 */
export const createGitTag = operation("POST /repos/{owner}/{repo}/git/tags", () => ({
  body: z.object({
    ...fieldsWith(z.string(), "tag", "message", "object"),
    type: z.enum(["commit", "tree", "blob"]),
    tagger: z.optional(person()),
  }),
  ...createObject(GitTag.schema(), [409, 422]),
}));
