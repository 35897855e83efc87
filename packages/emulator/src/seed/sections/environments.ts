import * as z from "zod/mini";
import { getAccount } from "../../state/accounts.ts";
import * as state from "../../state/environments.ts";
import type { Repository } from "../../state/repositories.ts";
import { recordSection } from "../define-section.ts";
import type { SeedContext } from "../seed-context.ts";
import { duplicateName, each, eachEntry } from "../seed-error.ts";
import { SeedTime } from "../time.ts";
import { insertSecret, ValueSecret } from "./secrets.ts";
import { insertVariable } from "./variables.ts";

const MAX_REVIEWERS = 6;
/** Thirty days. */
const MAX_WAIT_MINUTES = 43_200;

const Environment = z.strictObject({
  created: z.optional(SeedTime),
  /** Delay before a deployment, in minutes. */
  wait_timer: z._default(z.int().check(z.gte(0), z.lte(MAX_WAIT_MINUTES)), 0),
  /** Required reviewers: users by login, teams of the owner as `team:reviewers`. */
  reviewers: z._default(z.array(z.string()).check(z.maxLength(MAX_REVIEWERS)), []),
  prevent_self_review: z._default(z.boolean(), false),
  /** Branches that can deploy. */
  branches: z._default(z.enum(["all", "protected", "custom"]), "all"),
  secrets: z._default(z.record(z.string(), ValueSecret), {}),
  variables: z._default(z.record(z.string(), z.string()), {}),
});

/** Inserts a repository's deployment environments, by name. */
export const environments = recordSection(
  Environment,
  (context, repository: Repository, name, input) => {
    if (state.environments.find(context.db, { repository_id: repository.id, name })) throw duplicateName();
    const reviewers = each(["reviewers"], input.reviewers, (reviewer) => readReviewer(context, repository, reviewer));
    const { wait_timer: waitTimer, prevent_self_review: preventSelfReview, branches } = input;
    const protection = { branches, waitTimer, reviewers, preventSelfReview };
    const id = state.putEnvironment(context.db, repository.id, name, protection, context.toTimestamp(input.created));
    const scope = { kind: "actions", level: "environment", id } as const;
    eachEntry(["secrets"], input.secrets, (secret, value) => insertSecret(context, scope, secret, value));
    eachEntry(["variables"], input.variables, (variable, value) =>
      insertVariable(context, scope, { name: variable, value }),
    );
  },
  z.string().check(z.minLength(1), z.maxLength(255)),
);

function readReviewer(context: SeedContext, repository: Repository, input: string): state.EnvironmentReviewer {
  const [, team] = /^team:(.*)$/.exec(input) ?? [];
  if (team === undefined) return { userId: context.user(input).id };
  return { teamId: context.team(getAccount(context.db, repository.owner_id), team).id };
}
