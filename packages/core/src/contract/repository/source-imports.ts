import * as z from "zod/mini";
import type { Access, Level } from "../access.ts";
import { allow } from "../allow.ts";
import { HOSTED } from "../edition.ts";
import { ImportAuthor, ImportLargeFile, SourceImport } from "../objects/source-import.ts";
import { operation } from "../operation.ts";
import { sensitive } from "../schema.ts";

// All of it is retired: since that day every call answers 410 (document 3, Source imports). What the documents don't show
// is from the public description.

const RETIRED = { editions: HOSTED, retired: "2024-04-12" } as const;

/** Classic tokens only; the permission set is told for information (document 3, Source imports). */
const access = (level: Level): Access =>
  allow("contents", level, [], { tokens: ["classic"], roles: ["repository-admin"] });

const vcs = () => z.optional(z.enum(["subversion", "git", "mercurial", "tfvc"]));
const source = () => ({
  vcs: vcs(),
  vcs_username: z.optional(z.string()),
  vcs_password: z.optional(sensitive(z.string())),
  tfvc_project: z.optional(z.string()),
});

/**
 * How far an import got (document 3, Source imports).
 * @deprecated Retired on 2024-04-12: every call answers 410.
 */
export const getImport = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/import", () => ({
  success: { 200: SourceImport() },
  otherStatuses: [404, 503],
  access: access("read"),
  retry: "safe",
  ...RETIRED,
}));

/**
 * Start an import; without `vcs` its type is detected first (document 3, Source imports).
 * @deprecated Retired on 2024-04-12: every call answers 410.
 */
export const startImport = /* @__PURE__ */ operation("PUT /repos/{owner}/{repo}/import", () => ({
  body: z.object({ vcs_url: z.string(), ...source() }),
  success: { 201: SourceImport() },
  otherStatuses: [404, 422, 503],
  access: access("write"),
  retry: "verify",
  ...RETIRED,
}));

/**
 * Give an import the credentials or the choice of a project that it waits for.
 * @deprecated Retired on 2024-04-12: every call answers 410.
 */
export const updateImport = /* @__PURE__ */ operation("PATCH /repos/{owner}/{repo}/import", () => ({
  body: z.object(source()),
  success: { 200: SourceImport() },
  otherStatuses: [503],
  access: access("write"),
  retry: "idempotent",
  ...RETIRED,
}));

/**
 * Stop an import.
 * @deprecated Retired on 2024-04-12: every call answers 410.
 */
export const cancelImport = /* @__PURE__ */ operation("DELETE /repos/{owner}/{repo}/import", () => ({
  success: { 204: undefined },
  otherStatuses: [503],
  access: access("write"),
  retry: "idempotent",
  ...RETIRED,
}));

/**
 * Who committed to what is imported, those after the author `since`.
 * @deprecated Retired on 2024-04-12: every call answers 410.
 */
export const listImportAuthors = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/import/authors", () => ({
  query: z.object({ since: z.optional(z.int()) }),
  success: { 200: z.array(ImportAuthor()) },
  otherStatuses: [404, 503],
  access: access("read"),
  retry: "safe",
  ...RETIRED,
  paging: { kind: "since", parameter: "since" },
}));

/**
 * Say who an author of what is imported is here.
 * @deprecated Retired on 2024-04-12: every call answers 410.
 */
export const updateImportAuthor = /* @__PURE__ */ operation(
  "PATCH /repos/{owner}/{repo}/import/authors/{author_id}",
  () => ({
    path: z.object({ author_id: z.int() }),
    body: z.object({ email: z.optional(z.string()), name: z.optional(z.string()) }),
    success: { 200: ImportAuthor() },
    otherStatuses: [404, 422, 503],
    access: access("write"),
    retry: "idempotent",
    ...RETIRED,
  }),
);

/**
 * The files of more than 100 MB that an import found.
 * @deprecated Retired on 2024-04-12: every call answers 410.
 */
export const listImportLargeFiles = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/import/large_files", () => ({
  success: { 200: z.array(ImportLargeFile()) },
  otherStatuses: [503],
  access: access("read"),
  retry: "safe",
  ...RETIRED,
}));

/**
 * Say whether large files are to be kept apart (Git LFS).
 * @deprecated Retired on 2024-04-12: every call answers 410.
 */
export const updateImportLfs = /* @__PURE__ */ operation("PATCH /repos/{owner}/{repo}/import/lfs", () => ({
  body: z.object({ use_lfs: z.enum(["opt_in", "opt_out"]) }),
  success: { 200: SourceImport() },
  otherStatuses: [422, 503],
  access: access("write"),
  retry: "idempotent",
  ...RETIRED,
}));
