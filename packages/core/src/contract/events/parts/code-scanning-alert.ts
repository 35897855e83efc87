import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import { EventUser, User } from "../../objects/user.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";

const state = lazy(() => extensibleEnum("open", "dismissed", "fixed"));

/** Location of a code scanning alert in one analysis. */
export class CodeScanningInstance extends namedObject(() => ({
  ...fieldsWith(z.string(), "ref", "analysis_key", "environment"),
  state: state(),
  category: z.optional(z.string()),
  classifications: z.optional(z.array(z.string())),
  commit_sha: z.optional(z.string()),
  message: z.optional(z.looseObject({ text: z.optional(z.string()) })),
  location: z.optional(
    z.looseObject({
      path: z.optional(z.string()),
      ...fieldsWith(z.optional(z.int()), "start_line", "end_line", "start_column", "end_column"),
    }),
  ),
})) {}

/** The rule that the code violates. */
export class CodeScanningRule extends namedObject(() => ({
  ...fieldsWith(z.string(), "id", "description"),
  severity: z.nullable(extensibleEnum("none", "note", "warning", "error")),
  ...fieldsWith(z.optional(z.string()), "name", "full_description"),
  ...fieldsWith(z.optional(z.nullable(z.string())), "help", "help_uri"),
  tags: z.optional(z.nullable(z.array(z.string()))),
})) {}

/** The analysis tool. */
export class CodeScanningTool extends namedObject(() => ({
  name: z.string(),
  version: z.nullable(z.string()),
  guid: z.optional(z.nullable(z.string())),
})) {}

const alertFields = lazy(() => ({
  number: z.int(),
  ...fieldsWith(z.string(), "url", "html_url"),
  ...fieldsWith(z.nullable(z.string()), "created_at", "dismissed_at"),
  ...fieldsWith(z.optional(z.nullable(z.string())), "updated_at", "fixed_at", "dismissed_comment"),
  state: z.nullable(state()),
  dismissed_by: z.nullable(EventUser.schema()),
  dismissed_reason: z.nullable(extensibleEnum("false positive", "won't fix", "used in tests")),
  dismissal_approved_by: z.optional(z.nullable(EventUser.schema())),
  rule: CodeScanningRule.schema(),
  tool: z.nullable(CodeScanningTool.schema()),
  most_recent_instance: z.optional(z.nullable(CodeScanningInstance.schema())),
  // Not described in the public API description, but present in real deliveries.
  instances: z.optional(z.array(CodeScanningInstance.schema())),
  instances_url: z.optional(z.string()),
  assignees: z.optional(z.array(User.schema())),
}));

/** A code scanning alert. */
export class CodeScanningAlert extends namedObject(alertFields) {}

/** A code scanning alert that a user closed, with the time. */
export class ClosedCodeScanningAlert extends namedObject(() => ({
  ...alertFields(),
  state: state(),
  created_at: z.string(),
  dismissed_at: z.string(),
})) {}
