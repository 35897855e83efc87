import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { type Account, accounts } from "../../state/accounts.ts";
import type { BranchProtectionRow } from "../../state/branch-protections.ts";
import type { Repository } from "../../state/repositories.ts";
import { commonPayload } from "./common-payload.ts";

/**
 * Creates the event for a created, changed or deleted protection of branches (`branch_protection_rule`).
 * @param before the previous state of a changed one
 */
export function branchProtectionEvent(
  context: EmulatorContext,
  repository: Repository,
  sender: Account,
  action: "created" | "edited" | "deleted",
  protection: BranchProtectionRow,
  before?: BranchProtectionRow,
): WebhookEvent {
  const rule = renderRule(context, protection);
  const changes = before && changesOf(renderSettings(context, before), renderSettings(context, protection));
  return {
    name: "branch_protection_rule",
    action,
    payload: { action, rule, ...(changes ? { changes } : {}), ...commonPayload(context, repository, sender) },
  };
}

function renderRule(context: EmulatorContext, protection: BranchProtectionRow) {
  const { id, repository_id, pattern, created_at, updated_at } = protection;
  return {
    id,
    repository_id,
    name: pattern,
    created_at,
    updated_at,
    ...renderSettings(context, protection),
    // Settings that the API doesn't have.
    ignore_approvals_from_contributors: false,
    merge_queue_enforcement_level: "off",
    create_protected: protection.settings.block_creations,
  };
}

/** Renders the settings whose changes the event reports. */
function renderSettings({ db }: EmulatorContext, { settings }: BranchProtectionRow) {
  const { required_pull_request_reviews: reviews, required_status_checks: checks, restrictions } = settings;
  const level = (isOn: boolean) => (isOn ? (settings.enforce_admins ? "everyone" : "non_admins") : "off");
  const logins = (ids: readonly number[]) => ids.flatMap((id) => accounts.find(db, { id })?.login ?? []);
  return {
    admin_enforced: settings.enforce_admins,
    authorized_actors_only: restrictions !== null,
    authorized_actor_names: logins(restrictions?.users ?? []),
    authorized_dismissal_actors_only: (reviews?.dismissal_restrictions ?? null) !== null,
    dismiss_stale_reviews_on_push: reviews?.dismiss_stale_reviews ?? false,
    require_code_owner_review: reviews?.require_code_owner_reviews ?? false,
    require_last_push_approval: reviews?.require_last_push_approval ?? false,
    required_approving_review_count: reviews?.required_approving_review_count ?? 0,
    strict_required_status_checks_policy: checks?.strict ?? false,
    required_status_checks: checks?.checks.map(({ context }) => context) ?? [],
    lock_allows_fork_sync: settings.allow_fork_syncing,
    pull_request_reviews_enforcement_level: level(reviews !== null),
    required_status_checks_enforcement_level: level(checks !== null),
    linear_history_requirement_enforcement_level: level(settings.required_linear_history),
    signature_requirement_enforcement_level: level(settings.required_signatures),
    required_conversation_resolution_level: level(settings.required_conversation_resolution),
    required_deployments_enforcement_level: "off",
    lock_branch_enforcement_level: level(settings.lock_branch),
    allow_force_pushes_enforcement_level: settings.allow_force_pushes ? "everyone" : "off",
    allow_deletions_enforcement_level: settings.allow_deletions ? "everyone" : "off",
  };
}

/** Returns the previous values of the settings that differ. */
function changesOf(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(before).flatMap(([name, from]) =>
      JSON.stringify(from) === JSON.stringify(after[name]) ? [] : [[name, { from }]],
    ),
  );
}
