import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { EventUser, User } from "../../objects/user.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../../schema.ts";

const state = /* @__PURE__ */ lazy(() => extensibleEnum("open", "dismissed", "fixed"));

/** Location of a code scanning alert in one analysis. */
export interface CodeScanningInstance extends SchemaOutput<typeof codeScanningInstanceSchema> {}
const codeScanningInstanceSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
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
  }),
);
export const CodeScanningInstance: NamedSchema<CodeScanningInstance> = codeScanningInstanceSchema;

/** The rule that the code violates. */
export interface CodeScanningRule extends SchemaOutput<typeof codeScanningRuleSchema> {}
const codeScanningRuleSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...fieldsWith(z.string(), "id", "description"),
    severity: z.nullable(extensibleEnum("none", "note", "warning", "error")),
    ...fieldsWith(z.optional(z.string()), "name", "full_description"),
    ...fieldsWith(z.optional(z.nullable(z.string())), "help", "help_uri"),
    tags: z.optional(z.nullable(z.array(z.string()))),
  }),
);
export const CodeScanningRule: NamedSchema<CodeScanningRule> = codeScanningRuleSchema;

/** The analysis tool. */
export interface CodeScanningTool extends SchemaOutput<typeof codeScanningToolSchema> {}
const codeScanningToolSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({ name: z.string(), version: z.nullable(z.string()), guid: z.optional(z.nullable(z.string())) }),
);
export const CodeScanningTool: NamedSchema<CodeScanningTool> = codeScanningToolSchema;

/** A code scanning alert. */
export interface CodeScanningAlert extends SchemaOutput<typeof codeScanningAlertSchema> {}
const alertObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    number: z.int(),
    ...fieldsWith(z.string(), "url", "html_url"),
    ...fieldsWith(z.nullable(z.string()), "created_at", "dismissed_at"),
    ...fieldsWith(z.optional(z.nullable(z.string())), "updated_at", "fixed_at", "dismissed_comment"),
    state: z.nullable(state()),
    dismissed_by: z.nullable(EventUser()),
    dismissed_reason: z.nullable(extensibleEnum("false positive", "won't fix", "used in tests")),
    dismissal_approved_by: z.optional(z.nullable(EventUser())),
    rule: CodeScanningRule(),
    tool: z.nullable(CodeScanningTool()),
    most_recent_instance: z.optional(z.nullable(CodeScanningInstance())),
    // Not described in the public API description, but present in real deliveries.
    instances: z.optional(z.array(CodeScanningInstance())),
    instances_url: z.optional(z.string()),
    assignees: z.optional(z.array(User())),
  }),
);
const codeScanningAlertSchema = /* @__PURE__ */ namedSchema(alertObject);
export const CodeScanningAlert: NamedSchema<CodeScanningAlert> = codeScanningAlertSchema;

/** A code scanning alert that a user closed, with the time. */
export interface ClosedCodeScanningAlert extends SchemaOutput<typeof closedCodeScanningAlertSchema> {}
const closedCodeScanningAlertSchema = /* @__PURE__ */ namedSchema(() =>
  z.extend(alertObject(), { state: state(), created_at: z.string(), dismissed_at: z.string() }),
);
export const ClosedCodeScanningAlert: NamedSchema<ClosedCodeScanningAlert> = closedCodeScanningAlertSchema;
