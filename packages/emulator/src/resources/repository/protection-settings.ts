import type { Input } from "@forgehand/core/contract";
import type { putBranchProtection } from "@forgehand/core/operations";
import type { RepositoryCall } from "../../http/handler.ts";
import { HttpError } from "../../http-error.ts";
import { accounts, getAccount } from "../../state/accounts.ts";
import { apps, installations, isInInstallation } from "../../state/apps.ts";
import type { ProtectionActors, ProtectionSettings } from "../../state/branch-protections.ts";
import { grantedPermission, includesPermission } from "../../state/repositories.ts";
import { teams } from "../../state/teams.ts";

type ProtectionInput = Input<typeof putBranchProtection>;

/**
 * Returns the settings that an input describes, which replace all previous ones.
 * @param required_signatures what another operation sets, so that it stays
 * @throws HttpError 422 if the repository of a user has restrictions
 */
export function settingsOf(
  call: RepositoryCall,
  input: ProtectionInput,
  required_signatures: boolean,
): ProtectionSettings {
  const { required_status_checks: checks, required_pull_request_reviews: reviews, restrictions } = input;
  return {
    required_status_checks: checks && {
      strict: checks.strict,
      checks: (checks.checks ?? checks.contexts.map((context) => ({ context, app_id: undefined }))).map(
        // -1 stands for any app.
        ({ context, app_id = -1 }) => ({ context, app_id: app_id === -1 ? null : app_id }),
      ),
    },
    required_pull_request_reviews: reviews && {
      dismissal_restrictions: optionalActors(call, reviews.dismissal_restrictions),
      bypass_pull_request_allowances: optionalActors(call, reviews.bypass_pull_request_allowances),
      dismiss_stale_reviews: reviews.dismiss_stale_reviews ?? false,
      require_code_owner_reviews: reviews.require_code_owner_reviews ?? false,
      require_last_push_approval: reviews.require_last_push_approval ?? false,
      required_approving_review_count: reviews.required_approving_review_count ?? 1,
    },
    restrictions: restrictions && actorsOf(call, restrictions),
    enforce_admins: input.enforce_admins ?? false,
    required_signatures,
    required_linear_history: input.required_linear_history ?? false,
    allow_force_pushes: input.allow_force_pushes ?? false,
    allow_deletions: input.allow_deletions ?? false,
    block_creations: input.block_creations ?? false,
    required_conversation_resolution: input.required_conversation_resolution ?? false,
    lock_branch: input.lock_branch ?? false,
    allow_fork_syncing: input.allow_fork_syncing ?? false,
  };
}

interface ActorsInput {
  readonly users?: readonly string[] | undefined;
  readonly teams?: readonly string[] | undefined;
  readonly apps?: readonly string[] | undefined;
}

/** An empty object turns restrictions off. */
function optionalActors(call: RepositoryCall, input: ActorsInput | undefined): ProtectionActors | null {
  return input === undefined || Object.keys(input).length === 0 ? null : actorsOf(call, input);
}

/** Returns the actors that can write to the repository; others are left out. */
function actorsOf({ context: { db }, repository }: RepositoryCall, input: ActorsInput): ProtectionActors {
  if (getAccount(db, repository.owner_id).type !== "Organization")
    throw new HttpError(422, "Validation Failed", [
      "Only organization repositories can have users and team restrictions",
    ]);
  const organization_id = repository.owner_id;
  const canPush = (userId: number) => includesPermission(grantedPermission(db, repository, userId), "push");
  return {
    users: (input.users ?? []).flatMap((login) => {
      const user = accounts.find(db, { login });
      return user && canPush(user.id) ? [user.id] : [];
    }),
    teams: (input.teams ?? []).flatMap((slug) => teams.find(db, { organization_id, slug })?.id ?? []),
    apps: (input.apps ?? []).flatMap((slug) => {
      const app = apps.find(db, { slug });
      const installed = app && installations.find(db, { app_id: app.id, account_id: organization_id });
      return app && installed && isInInstallation(db, installed, repository) ? [app.id] : [];
    }),
  };
}
