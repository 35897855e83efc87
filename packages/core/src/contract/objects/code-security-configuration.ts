import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open } from "../schema.ts";
import { SimpleRepository } from "./repository.ts";

const feature = /* @__PURE__ */ lazy(() => z.optional(open("enabled", "disabled", "not_set")));

/** Which security features repositories are to have (document 1, permission matrix; shape: public description). */
export interface CodeSecurityConfiguration extends OutputOf<typeof codeSecurityConfigurationSchema> {}
const codeSecurityConfigurationSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.optional(z.int()),
    ...alike(z.optional(z.string()), "name", "url", "html_url", "created_at", "updated_at"),
    description: z.optional(z.nullable(z.string())),
    target_type: z.optional(open("global", "organization", "enterprise")),
    advanced_security: z.optional(open("enabled", "disabled", "code_security", "secret_protection")),
    ...alike(
      feature(),
      "dependency_graph",
      "dependency_graph_autosubmit_action",
      "updater_alerts",
      "updater_security_updates",
      "code_scanning_default_setup",
      "code_scanning_delegated_alert_dismissal",
      "secret_scanning",
      "secret_scanning_push_protection",
      "secret_scanning_delegated_bypass",
      "secret_scanning_validity_checks",
      "secret_scanning_non_provider_patterns",
      "secret_scanning_generic_secrets",
      "secret_scanning_delegated_alert_dismissal",
      "secret_scanning_extended_metadata",
      "private_vulnerability_reporting",
    ),
    updater_delegated_alert_dismissal: z.optional(z.nullable(open("enabled", "disabled", "not_set"))),
    dependency_graph_autosubmit_action_options: z.optional(z.looseObject({ labeled_runners: z.optional(z.boolean()) })),
    code_scanning_options: z.optional(
      z.nullable(z.looseObject({ allow_advanced: z.optional(z.nullable(z.boolean())) })),
    ),
    code_scanning_default_setup_options: z.optional(
      z.nullable(
        z.looseObject({
          runner_type: z.optional(z.nullable(open("standard", "labeled", "not_set"))),
          runner_label: z.optional(z.nullable(z.string())),
        }),
      ),
    ),
    secret_scanning_delegated_bypass_options: z.optional(
      z.looseObject({
        reviewers: z.optional(
          z.array(
            z.looseObject({
              reviewer_id: z.int(),
              reviewer_type: open("TEAM", "ROLE"),
              mode: z.optional(open("ALWAYS", "EXEMPT")),
              security_configuration_id: z.optional(z.int()),
            }),
          ),
        ),
      }),
    ),
    enforcement: z.optional(open("enforced", "unenforced")),
  }),
);
export const CodeSecurityConfiguration: Named<CodeSecurityConfiguration> = codeSecurityConfigurationSchema;

/** The configuration that new repositories of a kind get (shape: public description). */
export interface DefaultCodeSecurityConfiguration extends OutputOf<typeof defaultCodeSecurityConfigurationSchema> {}
const defaultCodeSecurityConfigurationSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    default_for_new_repos: z.optional(open("public", "private_and_internal", "all")),
    configuration: z.optional(CodeSecurityConfiguration()),
  }),
);
export const DefaultCodeSecurityConfiguration: Named<DefaultCodeSecurityConfiguration> =
  defaultCodeSecurityConfigurationSchema;

/** A repository of a configuration, and how it stands with that (shape: public description). */
export interface ConfiguredRepository extends OutputOf<typeof configuredRepositorySchema> {}
const configuredRepositorySchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    status: z.optional(
      open("attached", "attaching", "detached", "removed", "enforced", "failed", "updating", "removed_by_enterprise"),
    ),
    repository: z.optional(SimpleRepository()),
  }),
);
export const ConfiguredRepository: Named<ConfiguredRepository> = configuredRepositorySchema;
