import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import type { Named, OutputOf } from "../../named.ts";
import { EventUser, User } from "../../objects/user.ts";
import { alike, named, open } from "../../schema.ts";

const state = /* @__PURE__ */ lazy(() => open("open", "dismissed", "fixed"));

/** Where an analysis found what an alert is about (public description). */
export interface CodeScanningInstance extends OutputOf<typeof codeScanningInstanceSchema> {}
const codeScanningInstanceSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...alike(z.string(), "ref", "analysis_key", "environment"),
    state: state(),
    category: z.optional(z.string()),
    classifications: z.optional(z.array(z.string())),
    commit_sha: z.optional(z.string()),
    message: z.optional(z.looseObject({ text: z.optional(z.string()) })),
    location: z.optional(
      z.looseObject({
        path: z.optional(z.string()),
        ...alike(z.optional(z.int()), "start_line", "end_line", "start_column", "end_column"),
      }),
    ),
  }),
);
export const CodeScanningInstance: Named<CodeScanningInstance> = codeScanningInstanceSchema;

/** The rule that code breaks (public description). */
export interface CodeScanningRule extends OutputOf<typeof codeScanningRuleSchema> {}
const codeScanningRuleSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...alike(z.string(), "id", "description"),
    severity: z.nullable(open("none", "note", "warning", "error")),
    ...alike(z.optional(z.string()), "name", "full_description"),
    ...alike(z.optional(z.nullable(z.string())), "help", "help_uri"),
    tags: z.optional(z.nullable(z.array(z.string()))),
  }),
);
export const CodeScanningRule: Named<CodeScanningRule> = codeScanningRuleSchema;

/** What did the analysis (public description). */
export interface CodeScanningTool extends OutputOf<typeof codeScanningToolSchema> {}
const codeScanningToolSchema = /* @__PURE__ */ named(() =>
  z.looseObject({ name: z.string(), version: z.nullable(z.string()), guid: z.optional(z.nullable(z.string())) }),
);
export const CodeScanningTool: Named<CodeScanningTool> = codeScanningToolSchema;

/** Something that an analysis of the code found (public description). */
export interface CodeScanningAlert extends OutputOf<typeof codeScanningAlertSchema> {}
const alertObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    number: z.int(),
    ...alike(z.string(), "url", "html_url"),
    ...alike(z.nullable(z.string()), "created_at", "dismissed_at"),
    ...alike(z.optional(z.nullable(z.string())), "updated_at", "fixed_at", "dismissed_comment"),
    state: z.nullable(state()),
    dismissed_by: z.nullable(EventUser()),
    dismissed_reason: z.nullable(open("false positive", "won't fix", "used in tests")),
    dismissal_approved_by: z.optional(z.nullable(EventUser())),
    rule: CodeScanningRule(),
    tool: z.nullable(CodeScanningTool()),
    most_recent_instance: z.optional(z.nullable(CodeScanningInstance())),
    // Undescribed, but real deliveries have it.
    instances: z.optional(z.array(CodeScanningInstance())),
    instances_url: z.optional(z.string()),
    assignees: z.optional(z.array(User())),
  }),
);
const codeScanningAlertSchema = /* @__PURE__ */ named(alertObject);
export const CodeScanningAlert: Named<CodeScanningAlert> = codeScanningAlertSchema;

/** An alert that somebody closed, and when (public description). */
export interface ClosedCodeScanningAlert extends OutputOf<typeof closedCodeScanningAlertSchema> {}
const closedCodeScanningAlertSchema = /* @__PURE__ */ named(() =>
  z.extend(alertObject(), { state: state(), created_at: z.string(), dismissed_at: z.string() }),
);
export const ClosedCodeScanningAlert: Named<ClosedCodeScanningAlert> = closedCodeScanningAlertSchema;
