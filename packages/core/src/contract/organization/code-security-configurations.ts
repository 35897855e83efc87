import * as z from "zod/mini";
import { bypassOptions } from "../fields.ts";
import {
  CodeSecurityConfiguration,
  ConfiguredRepository,
  DefaultCodeSecurityConfiguration,
} from "../objects/code-security-configuration.ts";
import { operation } from "../operation.ts";
import { PER_PAGE, perPageField } from "../paging.ts";
import { permissionAccess } from "../permission-access.ts";
import { change, create, get, readWriteAccess, update } from "../reads-and-writes.ts";
import { SELECTED_SCOPE_RULE } from "../rules/code-security.ts";
import { extensibleEnum, fieldsWith } from "../schema.ts";

// Configurations of repositories' security features. Access follows the public documentation, the schemas
// follow the public API description. Classic tokens need `write:org` to read, too (source: recorded).

const ACCESS = readWriteAccess((level) =>
  permissionAccess("organization_administration", level, ["write:org"], {
    roles: ["organization-owner", "security-manager"],
  }),
);

const path = () => z.object({ configuration_id: z.int() });

/** Cursor pagination in both directions; the cursors are only in the `link` header. */
const cursors = () => ({ ...perPageField(PER_PAGE), ...fieldsWith(z.optional(z.string()), "before", "after") });
const paging = { kind: "cursor", parameter: "after", perPage: PER_PAGE } as const;

const featureStatus = () => z.enum(["enabled", "disabled", "not_set"]);
const advancedSecurity = () => z.enum(["enabled", "disabled", "code_security", "secret_protection"]);
const enforcement = () => z.enum(["enforced", "unenforced"]);

/** Features that a new configuration disables if they are omitted. */
const DISABLED_BY_DEFAULT = [
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

/** Fields shared by creating and updating. */
const fields = () => ({
  description: z.optional(z.string().check(z.maxLength(255))),
  ...fieldsWith(
    z.optional(featureStatus()),
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

/**
 * Lists the code security configurations of an organization, the service's own first.
 * @see https://docs.github.com/rest/code-security/configurations#get-code-security-configurations-for-an-organization
 */
export const listCodeSecurityConfigurations = operation("GET /orgs/{org}/code-security/configurations", () => ({
  query: z.object({ target_type: z._default(z.enum(["global", "all"]), "all"), ...cursors() }),
  success: { 200: z.array(CodeSecurityConfiguration.schema()) },
  otherStatuses: [403, 404],
  ...ACCESS.read,
  retry: "safe",
  paging,
}));

/**
 * Creates a code security configuration; its name must be unique.
 * @see https://docs.github.com/rest/code-security/configurations#create-a-code-security-configuration
 */
export const createCodeSecurityConfiguration = operation("POST /orgs/{org}/code-security/configurations", () => ({
  body: z.object({
    name: z.string(),
    ...fields(),
    advanced_security: z._default(advancedSecurity(), "disabled"),
    dependency_graph: z._default(featureStatus(), "enabled"),
    ...fieldsWith(z._default(featureStatus(), "disabled"), ...DISABLED_BY_DEFAULT),
    code_scanning_delegated_alert_dismissal: z._default(featureStatus(), "not_set"),
    dependency_graph_autosubmit_action_options: z.optional(
      z.object({ labeled_runners: z._default(z.boolean(), false) }),
    ),
    enforcement: z._default(enforcement(), "enforced"),
  }),
  ...create(ACCESS.write, CodeSecurityConfiguration.schema()),
}));

/**
 * Lists the default configurations for new repositories, at most one per kind of repository.
 * @see https://docs.github.com/rest/code-security/configurations#get-default-code-security-configurations
 */
export const getDefaultCodeSecurityConfigurations = operation(
  "GET /orgs/{org}/code-security/configurations/defaults",
  () => get(ACCESS.read, z.array(DefaultCodeSecurityConfiguration.schema()), [304, 403, 404]),
);

/**
 * Detaches repositories from their configurations; their features don't change.
 * @see https://docs.github.com/rest/code-security/configurations#detach-configurations-from-repositories
 */
export const detachCodeSecurityConfigurations = operation(
  "DELETE /orgs/{org}/code-security/configurations/detach",
  () => ({
    body: z.object({ selected_repository_ids: z.array(z.int()).check(z.minLength(1), z.maxLength(250)) }),
    ...change(ACCESS.write, [400, 403, 404, 409]),
  }),
);

/**
 * Gets a code security configuration.
 * @see https://docs.github.com/rest/code-security/configurations#get-a-code-security-configuration
 */
export const getCodeSecurityConfiguration = operation(
  "GET /orgs/{org}/code-security/configurations/{configuration_id}",
  () => ({
    path: path(),
    ...get(ACCESS.read, CodeSecurityConfiguration.schema(), [304, 403, 404]),
  }),
);

/**
 * Updates a configuration and the repositories that it is attached to; returns undefined if nothing changes.
 * @see https://docs.github.com/rest/code-security/configurations#update-a-code-security-configuration
 */
export const updateCodeSecurityConfiguration = operation(
  "PATCH /orgs/{org}/code-security/configurations/{configuration_id}",
  () => ({
    path: path(),
    body: z.object({
      name: z.optional(z.string()),
      ...fields(),
      advanced_security: z.optional(advancedSecurity()),
      ...fieldsWith(z.optional(featureStatus()), "dependency_graph", ...DISABLED_BY_DEFAULT),
      code_scanning_delegated_alert_dismissal: z._default(featureStatus(), "disabled"),
      dependency_graph_autosubmit_action_options: z.optional(z.object({ labeled_runners: z.optional(z.boolean()) })),
      enforcement: z.optional(enforcement()),
    }),
    success: { 200: CodeSecurityConfiguration.schema(), 204: undefined },
    ...ACCESS.write,
    retry: "idempotent",
  }),
);

/**
 * Deletes a configuration; the features of its repositories don't change.
 * @see https://docs.github.com/rest/code-security/configurations#delete-a-code-security-configuration
 */
export const deleteCodeSecurityConfiguration = operation(
  "DELETE /orgs/{org}/code-security/configurations/{configuration_id}",
  () => ({
    path: path(),
    ...change(ACCESS.write, [400, 403, 404, 409]),
  }),
);

/**
 * Attaches a configuration to repositories, replacing any other. Responds immediately; the repositories are updated
 * asynchronously.
 * @see https://docs.github.com/rest/code-security/configurations#attach-a-configuration-to-repositories
 */
export const attachCodeSecurityConfiguration = operation(
  "POST /orgs/{org}/code-security/configurations/{configuration_id}/attach",
  () => ({
    path: path(),
    body: z.object({
      scope: z.enum(["all", "all_without_configurations", "public", "private_or_internal", "selected"]),
      selected_repository_ids: z.optional(z.array(z.int())),
    }),
    success: { 202: undefined },
    ...ACCESS.write,
    retry: "idempotent",
    rules: [SELECTED_SCOPE_RULE],
  }),
);

/**
 * Sets for which new repositories a configuration is the default.
 * @see https://docs.github.com/rest/code-security/configurations#set-a-code-security-configuration-as-a-default-for-an-organization
 */
export const setDefaultCodeSecurityConfiguration = operation(
  "PUT /orgs/{org}/code-security/configurations/{configuration_id}/defaults",
  () => ({
    path: path(),
    body: z.object({
      default_for_new_repos: z.optional(z.enum(["all", "none", "private_and_internal", "public"])),
    }),
    ...update(
      ACCESS.write,
      z.looseObject({
        default_for_new_repos: z.optional(extensibleEnum("all", "none", "private_and_internal", "public")),
        configuration: z.optional(CodeSecurityConfiguration.schema()),
      }),
      [403, 404],
    ),
  }),
);

/**
 * Lists the repositories of a configuration with their status.
 * @see https://docs.github.com/rest/code-security/configurations#get-repositories-associated-with-a-code-security-configuration
 */
export const listCodeSecurityConfigurationRepositories = operation(
  "GET /orgs/{org}/code-security/configurations/{configuration_id}/repositories",
  () => ({
    path: path(),
    // A comma-separated list of statuses.
    query: z.object({ ...cursors(), status: z._default(z.string(), "all") }),
    success: { 200: z.array(ConfiguredRepository.schema()) },
    otherStatuses: [403, 404],
    ...ACCESS.read,
    retry: "safe",
    paging,
  }),
);
