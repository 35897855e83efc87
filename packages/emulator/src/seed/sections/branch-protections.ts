import * as z from "zod/mini";
import { getAccount } from "../../state/accounts.ts";
import {
  PROTECTION_DEFAULTS,
  type ProtectionActors,
  branchProtections as protections,
} from "../../state/branch-protections.ts";
import type { Repository } from "../../state/repositories.ts";
import { recordSection } from "../define-section.ts";
import type { SeedContext } from "../seed-context.ts";
import { each, inside } from "../seed-error.ts";
import { SeedTime } from "../time.ts";

/** Actors by name. */
const Actors = z.strictObject({
  users: z._default(z.array(z.string()), []),
  teams: z._default(z.array(z.string()), []),
  apps: z._default(z.array(z.string()), []),
});
type Actors = z.output<typeof Actors>;

const off = () => z._default(z.boolean(), false);

const Protection = z.strictObject({
  required_status_checks: z.optional(z.strictObject({ strict: off(), contexts: z.array(z.string()) })),
  required_pull_request_reviews: z.optional(
    z.strictObject({
      dismissal_restrictions: z.optional(Actors),
      bypass_pull_request_allowances: z.optional(Actors),
      dismiss_stale_reviews: off(),
      require_code_owner_reviews: off(),
      require_last_push_approval: off(),
      required_approving_review_count: z._default(z.int().check(z.gte(0), z.lte(6)), 1),
    }),
  ),
  restrictions: z.optional(Actors),
  enforce_admins: off(),
  required_signatures: off(),
  required_linear_history: off(),
  allow_force_pushes: off(),
  allow_deletions: off(),
  block_creations: off(),
  required_conversation_resolution: off(),
  lock_branch: off(),
  allow_fork_syncing: off(),
  created: z.optional(SeedTime),
});

/** Inserts the protections of branches, by the branch or a pattern. */
export const branchProtections = recordSection(
  Protection,
  (context, repository: Repository, pattern, { created, ...input }) => {
    const { required_status_checks: checks, required_pull_request_reviews: reviews, restrictions } = input;
    const created_at = context.toTimestamp(created);
    const actorsAt = (actors: Actors | undefined, ...path: string[]) =>
      actors ? inside(path, () => actorsOf(context, repository, actors)) : null;
    const at = "required_pull_request_reviews";
    protections.insert(context.db, {
      repository_id: repository.id,
      pattern,
      created_at,
      updated_at: created_at,
      settings: {
        ...PROTECTION_DEFAULTS,
        ...input,
        required_status_checks: checks
          ? { strict: checks.strict, checks: checks.contexts.map((name) => ({ context: name, app_id: null })) }
          : null,
        required_pull_request_reviews: reviews
          ? {
              ...reviews,
              dismissal_restrictions: actorsAt(reviews.dismissal_restrictions, at, "dismissal_restrictions"),
              bypass_pull_request_allowances: actorsAt(
                reviews.bypass_pull_request_allowances,
                ...[at, "bypass_pull_request_allowances"],
              ),
            }
          : null,
        restrictions: actorsAt(restrictions, "restrictions"),
      },
    });
  },
);

function actorsOf(context: SeedContext, repository: Repository, actors: Actors): ProtectionActors {
  const owner = getAccount(context.db, repository.owner_id);
  return {
    users: each(["users"], actors.users, (login) => context.user(login).id),
    teams: each(["teams"], actors.teams, (slug) => context.team(owner, slug).id),
    apps: each(["apps"], actors.apps, (slug) => context.app(slug).id),
  };
}
