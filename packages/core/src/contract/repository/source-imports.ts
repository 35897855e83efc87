import * as z from "zod/mini";
import { CLOUD_EDITIONS } from "../edition.ts";
import { ImportAuthor, ImportLargeFile, SourceImport } from "../objects/source-import.ts";
import { operation } from "../operation.ts";
import { permissionAccess } from "../permission-access.ts";
import { change, create, get, readWriteAccess, update } from "../reads-and-writes.ts";
import { sensitive } from "../schema.ts";

// Retired operations, which respond with 410 since the given day. They follow the public documentation and, where
// it lacks details, the public API description.

const RETIRED = { editions: CLOUD_EDITIONS, retired: "2024-04-12" } as const;

/** Only classic tokens are accepted; the permission is only for information (source: docs). */
const ACCESS = readWriteAccess((level) =>
  permissionAccess("contents", level, [], { tokens: ["classic"], roles: ["repository-admin"] }),
);

const vcs = () => z.optional(z.enum(["subversion", "git", "mercurial", "tfvc"]));
const source = () => ({
  vcs: vcs(),
  vcs_username: z.optional(z.string()),
  vcs_password: z.optional(sensitive(z.string())),
  tfvc_project: z.optional(z.string()),
});

/**
 * Gets the progress of an import.
 * @deprecated Retired on 2024-04-12: every call responds with 410.
 * @see https://docs.github.com/rest/migrations/source-imports#get-an-import-status
 */
export const getImport = operation("GET /repos/{owner}/{repo}/import", () => ({
  ...get(ACCESS.read, SourceImport.schema(), [404, 503]),
  ...RETIRED,
}));

/**
 * Starts an import; without `vcs` the type of the source is detected first.
 * @deprecated Retired on 2024-04-12: every call responds with 410.
 * @see https://docs.github.com/rest/migrations/source-imports#start-an-import
 */
export const startImport = operation("PUT /repos/{owner}/{repo}/import", () => ({
  body: z.object({ vcs_url: z.string(), ...source() }),
  ...create(ACCESS.write, SourceImport.schema(), [404, 422, 503]),
  ...RETIRED,
}));

/**
 * Supplies the credentials or the choice of project that an import is waiting for.
 * @deprecated Retired on 2024-04-12: every call responds with 410.
 * @see https://docs.github.com/rest/migrations/source-imports#update-an-import
 */
export const updateImport = operation("PATCH /repos/{owner}/{repo}/import", () => ({
  body: z.object(source()),
  ...update(ACCESS.write, SourceImport.schema(), [503]),
  ...RETIRED,
}));

/**
 * Cancels an import.
 * @deprecated Retired on 2024-04-12: every call responds with 410.
 * @see https://docs.github.com/rest/migrations/source-imports#cancel-an-import
 */
export const cancelImport = operation("DELETE /repos/{owner}/{repo}/import", () => ({
  ...change(ACCESS.write, [503]),
  ...RETIRED,
}));

/**
 * Lists the commit authors of an import, starting after the author `since`.
 * @deprecated Retired on 2024-04-12: every call responds with 410.
 * @see https://docs.github.com/rest/migrations/source-imports#get-commit-authors
 */
export const listImportAuthors = operation("GET /repos/{owner}/{repo}/import/authors", () => ({
  query: z.object({ since: z.optional(z.int()) }),
  success: { 200: z.array(ImportAuthor.schema()) },
  otherStatuses: [404, 503],
  ...ACCESS.read,
  retry: "safe",
  ...RETIRED,
  paging: { kind: "since", parameter: "since" },
}));

/**
 * Maps a commit author of an import to a name and email address.
 * @deprecated Retired on 2024-04-12: every call responds with 410.
 * @see https://docs.github.com/rest/migrations/source-imports#map-a-commit-author
 */
export const updateImportAuthor = operation("PATCH /repos/{owner}/{repo}/import/authors/{author_id}", () => ({
  path: z.object({ author_id: z.int() }),
  body: z.object({ email: z.optional(z.string()), name: z.optional(z.string()) }),
  ...update(ACCESS.write, ImportAuthor.schema(), [404, 422, 503]),
  ...RETIRED,
}));

/**
 * Lists the files above 100 MB that an import found.
 * @deprecated Retired on 2024-04-12: every call responds with 410.
 * @see https://docs.github.com/rest/migrations/source-imports#get-large-files
 */
export const listImportLargeFiles = operation("GET /repos/{owner}/{repo}/import/large_files", () => ({
  ...get(ACCESS.read, z.array(ImportLargeFile.schema()), [503]),
  ...RETIRED,
}));

/**
 * Sets whether large files of an import are stored with Git LFS.
 * @deprecated Retired on 2024-04-12: every call responds with 410.
 * @see https://docs.github.com/rest/migrations/source-imports#update-git-lfs-preference
 */
export const updateImportLfs = operation("PATCH /repos/{owner}/{repo}/import/lfs", () => ({
  body: z.object({ use_lfs: z.enum(["opt_in", "opt_out"]) }),
  ...update(ACCESS.write, SourceImport.schema(), [422, 503]),
  ...RETIRED,
}));
