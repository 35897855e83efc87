import * as z from "zod/mini";
import type { Level } from "../access.ts";
import { allow } from "../allow.ts";
import { HOSTED } from "../edition.ts";
import { COLORS, FIELD_TYPES, FIELD_VISIBILITIES } from "../issue-words.ts";
import { IssueField } from "../objects/issue-field.ts";
import { operation } from "../operation.ts";

// The documents name no such operations: the shapes are the public description's.

const access = (level: Level) =>
  level === "read"
    ? allow("issue_fields", level, ["read:org"])
    : allow("issue_fields", level, ["admin:org"], { roles: ["organization-owner"] });

const path = () => z.object({ issue_field_id: z.int() });

const option = () => ({
  name: z.string(),
  description: z.optional(z.nullable(z.string())),
  color: z.enum(COLORS),
  priority: z.int(),
});

const visibility = () => z.optional(z.enum(FIELD_VISIBILITIES));

/** The fields that an organization's issues can have. */
export const listIssueFields = /* @__PURE__ */ operation("GET /orgs/{org}/issue-fields", () => ({
  success: { 200: z.array(z.nullable(IssueField())) },
  otherStatuses: [404],
  access: access("read"),
  retry: "safe",
  editions: HOSTED,
}));

/** Create a field for issues. */
export const createIssueField = /* @__PURE__ */ operation("POST /orgs/{org}/issue-fields", () => ({
  body: z.object({
    name: z.string(),
    description: z.optional(z.nullable(z.string())),
    data_type: z.enum(FIELD_TYPES),
    visibility: visibility(),
    options: z.optional(z.nullable(z.array(z.object(option())))),
  }),
  success: { 200: z.nullable(IssueField()) },
  otherStatuses: [404, 422],
  access: access("write"),
  retry: "verify",
  editions: HOSTED,
}));

/** Change a field for issues; options that are left out are deleted. */
export const updateIssueField = /* @__PURE__ */ operation("PATCH /orgs/{org}/issue-fields/{issue_field_id}", () => ({
  path: path(),
  body: z.object({
    name: z.optional(z.string()),
    description: z.optional(z.nullable(z.string())),
    visibility: visibility(),
    options: z.optional(z.array(z.object({ id: z.optional(z.int()), ...option() }))),
  }),
  success: { 200: z.nullable(IssueField()) },
  otherStatuses: [404, 422],
  access: access("write"),
  retry: "verify",
  editions: HOSTED,
}));

/** Delete a field for issues, with all its values. */
export const deleteIssueField = /* @__PURE__ */ operation("DELETE /orgs/{org}/issue-fields/{issue_field_id}", () => ({
  path: path(),
  success: { 204: undefined },
  otherStatuses: [404, 422],
  access: access("write"),
  retry: "idempotent",
  editions: HOSTED,
}));
