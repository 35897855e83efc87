import * as z from "zod/mini";
import type { Level, Scope } from "../access.ts";
import { allow } from "../allow.ts";
import type { Rule } from "../definition.ts";
import { bypassOptions } from "../fields.ts";
import {
  CodeSecurityConfiguration,
  ConfiguredRepository,
  DefaultCodeSecurityConfiguration,
} from "../objects/code-security-configuration.ts";
import { operation } from "../operation.ts";
import { PER_PAGE, perPageField } from "../paging.ts";
import { alike, open } from "../schema.ts";

// Which security features an organization's repositories have (document 1, permission matrix; shapes: public description).

const access = (level: Level, scope: Scope) =>
  allow("organization_administration", level, [scope], { roles: ["organization-owner", "security-manager"] });

const path = () => z.object({ configuration_id: z.int() });

/** Lists go on before and after a cursor, which only the `link` header tells. */
const cursors = () => ({ ...perPageField(PER_PAGE), ...alike(z.optional(z.string()), "before", "after") });
const paging = { kind: "cursor", parameter: "after", perPage: PER_PAGE } as const;

const feature = () => z.enum(["enabled", "disabled", "not_set"]);
const advanced = () => z.enum(["enabled", "disabled", "code_security", "secret_protection"]);
const enforcement = () => z.enum(["enforced", "unenforced"]);

/** The features that a new configuration disables where it says nothing of them. */
const DISABLED_AT_FIRST = [
  "dependency_graph_autosubmit_action",
  "updater_alerts",
  "updater_security_updates",
  "updater_delegated_alert_dismissal",
  "code_scanning_default_setup",
  "secret_scanning",
  "secret_scanning_push_protection",
  "secret_scanning_delegated_bypass",
  "secret_scanning_validity_checks",
  "secret_scanning_non_provider_patterns",
  "secret_scanning_generic_secrets",
  "private_vulnerability_reporting",
] as const;

/** What creating and changing take alike. */
const fields = () => ({
  description: z.optional(z.string().check(z.maxLength(255))),
  ...alike(
    z.optional(feature()),
    "code_security",
    "secret_protection",
    "secret_scanning_delegated_alert_dismissal",
    "secret_scanning_extended_metadata",
  ),
  code_scanning_options: z.optional(z.nullable(z.object({ allow_advanced: z.optional(z.nullable(z.boolean())) }))),
  code_scanning_default_setup_options: z.optional(
    z.nullable(
      z.object({
        runner_type: z.optional(z.enum(["standard", "labeled", "not_set"])),
        runner_label: z.optional(z.nullable(z.string())),
      }),
    ),
  ),
  secret_scanning_delegated_bypass_options: z.optional(bypassOptions()),
});

/** The configurations of an organization, the service's own first; pages by cursor. */
export const listCodeSecurityConfigurations = /* @__PURE__ */ operation(
  "GET /orgs/{org}/code-security/configurations",
  () => ({
    query: z.object({ target_type: z._default(z.enum(["global", "all"]), "all"), ...cursors() }),
    success: { 200: z.array(CodeSecurityConfiguration()) },
    otherStatuses: [403, 404],
    access: access("read", "read:org"),
    retry: "safe",
    paging,
  }),
);

/** Create a configuration; its name is the only one of that name. */
export const createCodeSecurityConfiguration = /* @__PURE__ */ operation(
  "POST /orgs/{org}/code-security/configurations",
  () => ({
    body: z.object({
      name: z.string(),
      ...fields(),
      advanced_security: z._default(advanced(), "disabled"),
      dependency_graph: z._default(feature(), "enabled"),
      ...alike(z._default(feature(), "disabled"), ...DISABLED_AT_FIRST),
      code_scanning_delegated_alert_dismissal: z._default(feature(), "not_set"),
      dependency_graph_autosubmit_action_options: z.optional(
        z.object({ labeled_runners: z._default(z.boolean(), false) }),
      ),
      enforcement: z._default(enforcement(), "enforced"),
    }),
    success: { 201: CodeSecurityConfiguration() },
    access: access("write", "write:org"),
    retry: "verify",
  }),
);

/** The configurations that new repositories get, at most one for a kind of repository. */
export const getDefaultCodeSecurityConfigurations = /* @__PURE__ */ operation(
  "GET /orgs/{org}/code-security/configurations/defaults",
  () => ({
    success: { 200: z.array(DefaultCodeSecurityConfiguration()) },
    otherStatuses: [304, 403, 404],
    access: access("read", "read:org"),
    retry: "safe",
  }),
);

/** Part repositories from their configurations; their features stay as they are. */
export const detachCodeSecurityConfigurations = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/code-security/configurations/detach",
  () => ({
    body: z.object({ selected_repository_ids: z.array(z.int()).check(z.minLength(1), z.maxLength(250)) }),
    success: { 204: undefined },
    otherStatuses: [400, 403, 404, 409],
    access: access("write", "write:org"),
    retry: "idempotent",
  }),
);

/** One configuration. */
export const getCodeSecurityConfiguration = /* @__PURE__ */ operation(
  "GET /orgs/{org}/code-security/configurations/{configuration_id}",
  () => ({
    path: path(),
    success: { 200: CodeSecurityConfiguration() },
    otherStatuses: [304, 403, 404],
    // Classic tokens need the scope for writing (public description).
    access: access("read", "write:org"),
    retry: "safe",
  }),
);

/** Change a configuration, and with it the repositories that it is attached to; undefined where nothing is to change. */
export const updateCodeSecurityConfiguration = /* @__PURE__ */ operation(
  "PATCH /orgs/{org}/code-security/configurations/{configuration_id}",
  () => ({
    path: path(),
    body: z.object({
      name: z.optional(z.string()),
      ...fields(),
      advanced_security: z.optional(advanced()),
      ...alike(z.optional(feature()), "dependency_graph", ...DISABLED_AT_FIRST),
      code_scanning_delegated_alert_dismissal: z._default(feature(), "disabled"),
      dependency_graph_autosubmit_action_options: z.optional(z.object({ labeled_runners: z.optional(z.boolean()) })),
      enforcement: z.optional(enforcement()),
    }),
    success: { 200: CodeSecurityConfiguration(), 204: undefined },
    access: access("write", "write:org"),
    retry: "idempotent",
  }),
);

/** Delete a configuration; the features of its repositories stay as they are. */
export const deleteCodeSecurityConfiguration = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/code-security/configurations/{configuration_id}",
  () => ({
    path: path(),
    success: { 204: undefined },
    otherStatuses: [400, 403, 404, 409],
    access: access("write", "write:org"),
    retry: "idempotent",
  }),
);

/** Repositories are listed where they are selected, and nowhere else. */
const selection: Rule = {
  fields: ["scope", "selected_repository_ids"],
  message: 'selected_repository_ids goes with the scope "selected"',
  holds: (input) => (input["selected_repository_ids"] !== undefined) === (input["scope"] === "selected"),
};

/** Attach a configuration to repositories, in place of any other. Answers at once; the repositories follow. */
export const attachCodeSecurityConfiguration = /* @__PURE__ */ operation(
  "POST /orgs/{org}/code-security/configurations/{configuration_id}/attach",
  () => ({
    path: path(),
    body: z.object({
      scope: z.enum(["all", "all_without_configurations", "public", "private_or_internal", "selected"]),
      selected_repository_ids: z.optional(z.array(z.int())),
    }),
    success: { 202: undefined },
    access: access("write", "write:org"),
    retry: "idempotent",
    rules: [selection],
  }),
);

/** Make a configuration the one that new repositories get: all of them, some, or none. */
export const setDefaultCodeSecurityConfiguration = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/code-security/configurations/{configuration_id}/defaults",
  () => ({
    path: path(),
    body: z.object({
      default_for_new_repos: z.optional(z.enum(["all", "none", "private_and_internal", "public"])),
    }),
    success: {
      200: z.looseObject({
        default_for_new_repos: z.optional(open("all", "none", "private_and_internal", "public")),
        configuration: z.optional(CodeSecurityConfiguration()),
      }),
    },
    otherStatuses: [403, 404],
    access: access("write", "write:org"),
    retry: "idempotent",
  }),
);

/** The repositories of a configuration, and how each stands with it; pages by cursor. */
export const listCodeSecurityConfigurationRepositories = /* @__PURE__ */ operation(
  "GET /orgs/{org}/code-security/configurations/{configuration_id}/repositories",
  () => ({
    path: path(),
    // Several statuses, with commas between.
    query: z.object({ ...cursors(), status: z._default(z.string(), "all") }),
    success: { 200: z.array(ConfiguredRepository()) },
    otherStatuses: [403, 404],
    access: access("read", "read:org"),
    retry: "safe",
    paging,
  }),
);
