import * as z from "zod/mini";
import { CLOUD_EDITIONS } from "../edition.ts";
import { ISSUE_COLORS, ISSUE_FIELD_TYPES, ISSUE_FIELD_VISIBILITIES } from "../issue-values.ts";
import { IssueField } from "../objects/issue-field.ts";
import { operation } from "../operation.ts";
import { permissionAccess } from "../permission-access.ts";
import { change, get, readWriteAccess } from "../reads-and-writes.ts";

// The operations and their schemas follow the public API description.

const ACCESS = readWriteAccess(
  (level) =>
    level === "read"
      ? permissionAccess("issue_fields", level, ["read:org"])
      : permissionAccess("issue_fields", level, ["admin:org"], { roles: ["organization-owner"] }),
  CLOUD_EDITIONS,
);

const path = () => z.object({ issue_field_id: z.int() });

const option = () => ({
  name: z.string(),
  description: z.optional(z.nullable(z.string())),
  color: z.enum(ISSUE_COLORS),
  priority: z.int(),
});

const visibility = () => z.optional(z.enum(ISSUE_FIELD_VISIBILITIES));

/**
 * Lists the issue fields of an organization.
 * @see https://docs.github.com/rest/orgs/issue-fields#list-issue-fields-for-an-organization
 */
export const listIssueFields = operation("GET /orgs/{org}/issue-fields", () =>
  get(ACCESS.read, z.array(z.nullable(IssueField.schema())), [404]),
);

/**
 * Creates an issue field.
 * @see https://docs.github.com/rest/orgs/issue-fields#create-issue-field-for-an-organization
 */
export const createIssueField = operation("POST /orgs/{org}/issue-fields", () => ({
  body: z.object({
    name: z.string(),
    description: z.optional(z.nullable(z.string())),
    data_type: z.enum(ISSUE_FIELD_TYPES),
    visibility: visibility(),
    options: z.optional(z.nullable(z.array(z.object(option())))),
  }),
  success: { 200: z.nullable(IssueField.schema()) },
  otherStatuses: [404, 422],
  ...ACCESS.write,
  retry: "verify",
}));

/**
 * Updates an issue field; omitted options are deleted.
 * @see https://docs.github.com/rest/orgs/issue-fields#update-issue-field-for-an-organization
 */
export const updateIssueField = operation("PATCH /orgs/{org}/issue-fields/{issue_field_id}", () => ({
  path: path(),
  body: z.object({
    name: z.optional(z.string()),
    description: z.optional(z.nullable(z.string())),
    visibility: visibility(),
    options: z.optional(z.array(z.object({ id: z.optional(z.int()), ...option() }))),
  }),
  success: { 200: z.nullable(IssueField.schema()) },
  otherStatuses: [404, 422],
  ...ACCESS.write,
  retry: "verify",
}));

/**
 * Deletes an issue field with all its values.
 * @see https://docs.github.com/rest/orgs/issue-fields#delete-issue-field-for-an-organization
 */
export const deleteIssueField = operation("DELETE /orgs/{org}/issue-fields/{issue_field_id}", () => ({
  path: path(),
  ...change(ACCESS.write, [404, 422]),
}));
