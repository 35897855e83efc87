import * as z from "zod/mini";
import type { Definition } from "../definition.ts";
import { CLOUD_EDITIONS } from "../edition.ts";
import { IssueFieldValue } from "../objects/issue-field.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { permissionAccess, publicReadAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";
import { change } from "../reads-and-writes.ts";

const write = permissionAccess("issues", "write", [WRITE_REPO_SCOPES], {
  requirements: [[{ permission: "pull_requests", level: "write" }]],
  roles: ["push"],
  hasOtherRequirements: true,
});

const path = () => z.object({ issue_number: z.int() });

/**
 * Values to write, at most 25: a text, a number, a date as `YYYY-MM-DD`, the name of an option, or an array of option
 * names.
 */
const values = () =>
  z.object({
    issue_field_values: z.optional(
      z
        .array(z.object({ field_id: z.int(), value: z.union([z.string(), z.number(), z.array(z.string())]) }))
        .check(z.maxLength(25)),
    ),
  });

/**
 * Lists the field values of an issue.
 * @see https://docs.github.com/rest/issues/issue-field-values#list-issue-field-values-for-an-issue
 */
export const listIssueFieldValues = operation(
  "GET /repos/{owner}/{repo}/issues/{issue_number}/issue-field-values",
  () => ({
    path: path(),
    ...list(IssueFieldValue.schema()),
    otherStatuses: [301, 404, 410],
    access: publicReadAccess("issues"),
  }),
);

const writeValues = () =>
  ({
    path: path(),
    body: values(),
    success: { 200: z.array(IssueFieldValue.schema()) },
    otherStatuses: [400, 403, 404, 422, 503],
    access: write,
    retry: "idempotent",
    pace: { createsContent: true },
    editions: CLOUD_EDITIONS,
  }) as const satisfies Definition;

/**
 * Adds field values to an issue; an empty array clears all of them.
 * @see https://docs.github.com/rest/issues/issue-field-values#add-issue-field-values-to-an-issue
 */
export const addIssueFieldValues = operation(
  "POST /repos/{owner}/{repo}/issues/{issue_number}/issue-field-values",
  writeValues,
);

/**
 * Replaces all field values of an issue.
 * @see https://docs.github.com/rest/issues/issue-field-values#set-issue-field-values-for-an-issue
 */
export const setIssueFieldValues = operation(
  "PUT /repos/{owner}/{repo}/issues/{issue_number}/issue-field-values",
  writeValues,
);

/**
 * Removes a field value from an issue.
 * @see https://docs.github.com/rest/issues/issue-field-values#delete-an-issue-field-value-from-an-issue
 */
export const deleteIssueFieldValue = operation(
  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/issue-field-values/{issue_field_id}",
  () => ({
    path: z.object({ issue_number: z.int(), issue_field_id: z.int() }),
    ...change({ access: write, editions: CLOUD_EDITIONS }, [403, 404, 422, 503]),
    pace: { createsContent: true },
  }),
);
