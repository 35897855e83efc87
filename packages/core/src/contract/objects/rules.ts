import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, extensibleUnion, fieldsWith, type NamedSchema, namedSchema, vendorValues } from "../schema.ts";

const ruleWithoutParameters = <T extends string>(type: T) => z.looseObject({ type: z.literal(type) });

const rule = <T extends string, P extends z.ZodMiniType>(type: T, parameters: P) =>
  z.looseObject({ type: z.literal(type), parameters: z.optional(parameters) });

const pattern = lazy(() =>
  z.looseObject({
    name: z.optional(z.string()),
    negate: z.optional(z.boolean()),
    operator: extensibleEnum("starts_with", "ends_with", "contains", "regex"),
    pattern: z.string(),
  }),
);

const pullRequest = lazy(() =>
  z.looseObject({
    allowed_merge_methods: z.optional(z.array(extensibleEnum("merge", "squash", "rebase"))),
    ...fieldsWith(
      z.boolean(),
      "dismiss_stale_reviews_on_push",
      "require_code_owner_review",
      "require_last_push_approval",
      "required_review_thread_resolution",
    ),
    required_approving_review_count: z.int(),
    dismissal_restriction: z.optional(
      z.looseObject({
        enabled: z.boolean(),
        allowed_actors: z.optional(
          z.array(
            z.looseObject({
              id: z.int(),
              type: extensibleEnum("User", "Team", "IntegrationInstallation", "RepositoryRole"),
            }),
          ),
        ),
      }),
    ),
    required_reviewers: z.optional(
      z.array(
        z.looseObject({
          file_patterns: z.array(z.string()),
          minimum_approvals: z.int(),
          reviewer: z.looseObject({ id: z.int(), type: extensibleEnum("Team") }),
        }),
      ),
    ),
  }),
);

const mergeQueue = lazy(() =>
  z.looseObject({
    ...fieldsWith(
      z.int(),
      "check_response_timeout_minutes",
      "max_entries_to_build",
      "max_entries_to_merge",
      "min_entries_to_merge",
      "min_entries_to_merge_wait_minutes",
    ),
    grouping_strategy: extensibleEnum("ALLGREEN", "HEADGREEN"),
    merge_method: extensibleEnum("MERGE", "SQUASH", "REBASE"),
  }),
);

/** A rule of a ruleset, by type. */
export type RepositoryRule = NonNullable<InstanceType<typeof repositoryRuleSchema>>;
const repositoryRuleSchema = namedSchema(() =>
  extensibleUnion(
    "type",
    ruleWithoutParameters("creation"),
    rule("update", z.looseObject({ update_allows_fetch_and_merge: z.boolean() })),
    ruleWithoutParameters("deletion"),
    ruleWithoutParameters("required_linear_history"),
    rule("merge_queue", mergeQueue()),
    rule("required_deployments", z.looseObject({ required_deployment_environments: z.array(z.string()) })),
    ruleWithoutParameters("required_signatures"),
    rule("pull_request", pullRequest()),
    rule(
      "required_status_checks",
      z.looseObject({
        do_not_enforce_on_create: z.optional(z.boolean()),
        required_status_checks: z.array(
          z.looseObject({ context: z.string(), integration_id: z.optional(z.nullable(z.int())) }),
        ),
        strict_required_status_checks_policy: z.boolean(),
      }),
    ),
    ruleWithoutParameters("non_fast_forward"),
    rule("commit_message_pattern", pattern()),
    rule("commit_author_email_pattern", pattern()),
    rule("committer_email_pattern", pattern()),
    rule("branch_name_pattern", pattern()),
    rule("tag_name_pattern", pattern()),
    rule("file_path_restriction", z.looseObject({ restricted_file_paths: z.array(z.string()) })),
    rule("max_file_path_length", z.looseObject({ max_file_path_length: z.int() })),
    rule("file_extension_restriction", z.looseObject({ restricted_file_extensions: z.array(z.string()) })),
    rule("max_file_size", z.looseObject({ max_file_size: z.int() })),
    rule(
      "workflows",
      z.looseObject({
        do_not_enforce_on_create: z.optional(z.boolean()),
        workflows: z.array(
          z.looseObject({
            repository_id: z.int(),
            path: z.string(),
            ...fieldsWith(z.optional(z.string()), "ref", "sha"),
          }),
        ),
      }),
    ),
    rule(
      "code_scanning",
      z.looseObject({
        code_scanning_tools: z.array(
          z.looseObject({
            tool: z.string(),
            alerts_threshold: extensibleEnum("none", "errors", "errors_and_warnings", "all"),
            security_alerts_threshold: extensibleEnum("none", "critical", "high_or_higher", "medium_or_higher", "all"),
          }),
        ),
      }),
    ),
    z.looseObject({
      type: vendorValues(z.literal("assistant_code_review")),
      parameters: z.optional(
        z.looseObject(fieldsWith(z.optional(z.boolean()), "review_draft_pull_requests", "review_on_push")),
      ),
    }),
    ruleWithoutParameters("license_compliance_scanning"),
  ),
);
export const RepositoryRule: NamedSchema<RepositoryRule> = repositoryRuleSchema;
