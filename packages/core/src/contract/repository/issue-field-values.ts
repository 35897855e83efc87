import * as z from "zod/mini";
import { allow, allowPublic, WRITE_REPO } from "../allow.ts";
import type { Definition } from "../definition.ts";
import { HOSTED } from "../edition.ts";
import { IssueFieldValue } from "../objects/issue-field.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";

const write = allow("issues", "write", [WRITE_REPO], {
  needs: [[{ permission: "pull_requests", level: "write" }]],
  roles: ["push"],
  others: true,
});

const path = () => z.object({ issue_number: z.int() });

/**
 * Values to write: text as it is, a choice by the option's name, several as an array of names, a date as `YYYY-MM-DD`
 * (document 3, Issue field values). At most 25.
 */
const values = () =>
  z.object({
    issue_field_values: z.optional(
      z
        .array(z.object({ field_id: z.int(), value: z.union([z.string(), z.number(), z.array(z.string())]) }))
        .check(z.maxLength(25)),
    ),
  });

/** The field values of an issue (document 3, Issue field values). */
export const listIssueFieldValues = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/issues/{issue_number}/issue-field-values",
  () => ({
    path: path(),
    ...list(IssueFieldValue()),
    otherStatuses: [301, 404, 410],
    access: allowPublic("issues"),
  }),
);

const writing = () =>
  ({
    path: path(),
    body: values(),
    success: { 200: z.array(IssueFieldValue()) },
    otherStatuses: [400, 403, 404, 422, 503],
    access: write,
    retry: "idempotent",
    pace: { createsContent: true },
    editions: HOSTED,
  }) as const satisfies Definition;

/** Add field values to an issue; an empty array clears all (document 3, Issue field values). */
export const addIssueFieldValues = /* @__PURE__ */ operation(
  "POST /repos/{owner}/{repo}/issues/{issue_number}/issue-field-values",
  writing,
);

/** Replace all field values of an issue (document 3, Issue field values). */
export const setIssueFieldValues = /* @__PURE__ */ operation(
  "PUT /repos/{owner}/{repo}/issues/{issue_number}/issue-field-values",
  writing,
);

/** Take one field value off an issue (document 3; path and status are the public description's). */
export const deleteIssueFieldValue = /* @__PURE__ */ operation(
  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/issue-field-values/{issue_field_id}",
  () => ({
    path: z.object({ issue_number: z.int(), issue_field_id: z.int() }),
    success: { 204: undefined },
    otherStatuses: [403, 404, 422, 503],
    access: write,
    retry: "idempotent",
    pace: { createsContent: true },
    editions: HOSTED,
  }),
);
