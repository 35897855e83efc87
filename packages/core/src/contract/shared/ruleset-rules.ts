import * as z from "zod/mini";
import { fieldsWith, vendorValues } from "../schema.ts";

// Rules in the form that requests send them (source: openapi).

const ruleWithoutParameters = <T extends string>(type: T) => z.object({ type: z.literal(type) });

const rule = <T extends string, P extends z.ZodMiniType>(type: T, parameters: P) =>
  z.object({ type: z.literal(type), parameters: z.optional(parameters) });

const intBetween = (minimum: number, maximum: number) => z.int().check(z.gte(minimum), z.lte(maximum));

const pattern = () =>
  z.object({
    name: z.optional(z.string()),
    negate: z.optional(z.boolean()),
    operator: z.enum(["starts_with", "ends_with", "contains", "regex"]),
    pattern: z.string(),
  });

const pullRequest = () =>
  z.object({
    allowed_merge_methods: z.optional(z.array(z.enum(["merge", "squash", "rebase"]))),
    ...fieldsWith(
      z.boolean(),
      "dismiss_stale_reviews_on_push",
      "require_code_owner_review",
      "require_last_push_approval",
      "required_review_thread_resolution",
    ),
    required_approving_review_count: intBetween(0, 10),
    dismissal_restriction: z.optional(
      z.object({
        enabled: z.boolean(),
        allowed_actors: z.optional(
          z.array(
            z.object({ id: z.int(), type: z.enum(["User", "Team", "IntegrationInstallation", "RepositoryRole"]) }),
          ),
        ),
      }),
    ),
    required_reviewers: z.optional(
      z.array(
        z.object({
          file_patterns: z.array(z.string()),
          minimum_approvals: z.int(),
          reviewer: z.object({ id: z.int(), type: z.enum(["Team"]) }),
        }),
      ),
    ),
  });

/** Any rule of an organization's ruleset. Merge queues are excluded because only repository rulesets can have them. */
export const rulesetRule = () =>
  z.discriminatedUnion("type", [
    ruleWithoutParameters("creation"),
    rule("update", z.object({ update_allows_fetch_and_merge: z.boolean() })),
    ruleWithoutParameters("deletion"),
    ruleWithoutParameters("required_linear_history"),
    rule("required_deployments", z.object({ required_deployment_environments: z.array(z.string()) })),
    ruleWithoutParameters("required_signatures"),
    rule("pull_request", pullRequest()),
    rule(
      "required_status_checks",
      z.object({
        do_not_enforce_on_create: z.optional(z.boolean()),
        required_status_checks: z.array(z.object({ context: z.string(), integration_id: z.optional(z.int()) })),
        strict_required_status_checks_policy: z.boolean(),
      }),
    ),
    ruleWithoutParameters("non_fast_forward"),
    rule("commit_message_pattern", pattern()),
    rule("commit_author_email_pattern", pattern()),
    rule("committer_email_pattern", pattern()),
    rule("branch_name_pattern", pattern()),
    rule("tag_name_pattern", pattern()),
    rule("file_path_restriction", z.object({ restricted_file_paths: z.array(z.string()) })),
    rule("max_file_path_length", z.object({ max_file_path_length: intBetween(1, 32767) })),
    rule("file_extension_restriction", z.object({ restricted_file_extensions: z.array(z.string()) })),
    rule("max_file_size", z.object({ max_file_size: intBetween(1, 100) })),
    rule(
      "workflows",
      z.object({
        do_not_enforce_on_create: z.optional(z.boolean()),
        workflows: z.array(
          z.object({ repository_id: z.int(), path: z.string(), ...fieldsWith(z.optional(z.string()), "ref", "sha") }),
        ),
      }),
    ),
    rule(
      "code_scanning",
      z.object({
        code_scanning_tools: z.array(
          z.object({
            tool: z.string(),
            alerts_threshold: z.enum(["none", "errors", "errors_and_warnings", "all"]),
            security_alerts_threshold: z.enum(["none", "critical", "high_or_higher", "medium_or_higher", "all"]),
          }),
        ),
      }),
    ),
    z.object({
      type: vendorValues(z.literal("assistant_code_review")),
      parameters: z.optional(
        z.object(fieldsWith(z.optional(z.boolean()), "review_draft_pull_requests", "review_on_push")),
      ),
    }),
  ]);
