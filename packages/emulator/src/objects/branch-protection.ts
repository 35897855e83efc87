import type { EmulatorContext } from "../emulator-context.ts";
import { accounts } from "../state/accounts.ts";
import { apps } from "../state/apps.ts";
import type { BranchProtectionRow, ProtectionActors, ProtectionSettings } from "../state/branch-protections.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import { teams } from "../state/teams.ts";
import { renderApp } from "./app.ts";
import { renderTeam } from "./team.ts";
import { renderUser } from "./user.ts";

/** Returns the address of a branch's protection. */
export const protectionUrl = ({ db, apiUrl }: EmulatorContext, repository: Repository, branch: string) =>
  `${apiUrl}/repos/${fullNameOf(db, repository)}/branches/${encodeURIComponent(branch)}/protection`;

/**
 * Renders the protection of a branch. Parts that are off are missing.
 * @param branch the branch, which the protection's pattern can differ from
 */
export function renderProtection(
  context: EmulatorContext,
  repository: Repository,
  { settings }: BranchProtectionRow,
  branch: string,
) {
  const url = protectionUrl(context, repository, branch);
  const { required_status_checks: checks, required_pull_request_reviews: reviews, restrictions } = settings;
  return {
    url,
    ...(checks ? { required_status_checks: renderStatusChecks(url, checks) } : {}),
    ...(restrictions ? { restrictions: renderRestrictions(context, url, restrictions) } : {}),
    ...(reviews ? { required_pull_request_reviews: renderReviews(context, url, reviews) } : {}),
    required_signatures: renderRequiredSignatures(context, repository, settings, branch),
    enforce_admins: { url: `${url}/enforce_admins`, enabled: settings.enforce_admins },
    required_linear_history: { enabled: settings.required_linear_history },
    allow_force_pushes: { enabled: settings.allow_force_pushes },
    allow_deletions: { enabled: settings.allow_deletions },
    block_creations: { enabled: settings.block_creations },
    required_conversation_resolution: { enabled: settings.required_conversation_resolution },
    lock_branch: { enabled: settings.lock_branch },
    allow_fork_syncing: { enabled: settings.allow_fork_syncing },
  };
}

/** Renders whether signed commits are required. */
export function renderRequiredSignatures(
  context: EmulatorContext,
  repository: Repository,
  { required_signatures }: ProtectionSettings,
  branch: string,
) {
  const url = `${protectionUrl(context, repository, branch)}/required_signatures`;
  return { url, enabled: required_signatures };
}

/** Renders the summary of a protection that branches have, which names only the required checks. */
export function renderProtectionSummary(protection: BranchProtectionRow | undefined) {
  const checks = protection?.settings.required_status_checks;
  const enforcement = protection?.settings.enforce_admins ? "everyone" : "non_admins";
  return {
    enabled: protection !== undefined,
    required_status_checks: {
      enforcement_level: checks ? enforcement : "off",
      contexts: checks?.checks.map(({ context }) => context) ?? [],
      checks: checks?.checks ?? [],
    },
  };
}

function renderStatusChecks(
  url: string,
  { strict, checks }: NonNullable<ProtectionSettings["required_status_checks"]>,
) {
  const self = `${url}/required_status_checks`;
  const contexts = checks.map(({ context }) => context);
  return { url: self, strict, contexts, contexts_url: `${self}/contexts`, checks };
}

function renderReviews(
  context: EmulatorContext,
  url: string,
  reviews: NonNullable<ProtectionSettings["required_pull_request_reviews"]>,
) {
  const { dismissal_restrictions: dismissal, bypass_pull_request_allowances: allowances, ...options } = reviews;
  const dismissalUrl = `${url}/dismissal_restrictions`;
  return {
    url: `${url}/required_pull_request_reviews`,
    ...options,
    ...(dismissal
      ? {
          dismissal_restrictions: {
            url: dismissalUrl,
            users_url: `${dismissalUrl}/users`,
            teams_url: `${dismissalUrl}/teams`,
            ...renderActors(context, dismissal),
          },
        }
      : {}),
    ...(allowances ? { bypass_pull_request_allowances: renderActors(context, allowances) } : {}),
  };
}

function renderRestrictions(context: EmulatorContext, url: string, restrictions: ProtectionActors) {
  const self = `${url}/restrictions`;
  return {
    url: self,
    users_url: `${self}/users`,
    teams_url: `${self}/teams`,
    apps_url: `${self}/apps`,
    ...renderActors(context, restrictions),
  };
}

/** Renders actors; those that were deleted are left out. */
function renderActors(context: EmulatorContext, actors: ProtectionActors) {
  const { db } = context;
  return {
    users: actors.users.flatMap((id) => accounts.find(db, { id }) ?? []).map((user) => renderUser(context, user)),
    teams: actors.teams.flatMap((id) => teams.find(db, { id }) ?? []).map((team) => renderTeam(context, team, "push")),
    apps: actors.apps.flatMap((id) => apps.find(db, { id }) ?? []).map((app) => renderApp(context, app)),
  };
}
