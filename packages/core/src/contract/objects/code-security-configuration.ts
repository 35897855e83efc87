import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { SimpleRepository } from "./repository.ts";

const feature = lazy(() => z.optional(extensibleEnum("enabled", "disabled", "not_set")));

/** A code security configuration: the security features that repositories should have. */
export class CodeSecurityConfiguration extends namedObject(() => ({
  id: z.optional(z.int()),
  ...fieldsWith(z.optional(z.string()), "name", "url", "html_url", "created_at", "updated_at"),
  description: z.optional(z.nullable(z.string())),
  target_type: z.optional(extensibleEnum("global", "organization", "enterprise")),
  advanced_security: z.optional(extensibleEnum("enabled", "disabled", "code_security", "secret_protection")),
  ...fieldsWith(
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
  updater_delegated_alert_dismissal: z.optional(z.nullable(extensibleEnum("enabled", "disabled", "not_set"))),
  dependency_graph_autosubmit_action_options: z.optional(z.looseObject({ labeled_runners: z.optional(z.boolean()) })),
  code_scanning_options: z.optional(z.nullable(z.looseObject({ allow_advanced: z.optional(z.nullable(z.boolean())) }))),
  code_scanning_default_setup_options: z.optional(
    z.nullable(
      z.looseObject({
        runner_type: z.optional(z.nullable(extensibleEnum("standard", "labeled", "not_set"))),
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
            reviewer_type: extensibleEnum("TEAM", "ROLE"),
            mode: z.optional(extensibleEnum("ALWAYS", "EXEMPT")),
            security_configuration_id: z.optional(z.int()),
          }),
        ),
      ),
    }),
  ),
  enforcement: z.optional(extensibleEnum("enforced", "unenforced")),
})) {}

/** The configuration that new repositories of a kind get by default. */
export class DefaultCodeSecurityConfiguration extends namedObject(() => ({
  default_for_new_repos: z.optional(extensibleEnum("public", "private_and_internal", "all")),
  configuration: z.optional(CodeSecurityConfiguration.schema()),
})) {}

/** A repository with its status in a configuration. */
export class ConfiguredRepository extends namedObject(() => ({
  status: z.optional(
    extensibleEnum(
      "attached",
      "attaching",
      "detached",
      "removed",
      "enforced",
      "failed",
      "updating",
      "removed_by_enterprise",
    ),
  ),
  repository: z.optional(SimpleRepository.schema()),
})) {}
