import * as z from "zod/mini";
import { getAccount } from "../../state/accounts.ts";
import * as state from "../../state/environments.ts";
import type { Repository } from "../../state/repositories.ts";
import { defineSection } from "../define-section.ts";
import type { SeedContext } from "../seed-context.ts";
import { duplicateName, type SeedPath } from "../seed-error.ts";
import { SeedTime } from "../time.ts";
import { insertSecrets, Secrets } from "./secrets.ts";
import { insertVariables, Variables } from "./variables.ts";

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
  secrets: z._default(Secrets, {}),
  variables: z._default(Variables, {}),
});

/** Inserts a repository's deployment environments, by name. */
export const environments = defineSection(
  z.record(z.string().check(z.minLength(1), z.maxLength(255)), Environment),
  (context, repository: Repository, environments, path) => {
    for (const [name, input] of Object.entries(environments)) {
      const environmentPath = [...path, name];
      if (state.environments.find(context.db, { repository_id: repository.id, name })) {
        throw duplicateName(environmentPath);
      }
      const reviewers = input.reviewers.map((reviewer, index) =>
        readReviewer(context, repository, reviewer, [...environmentPath, "reviewers", index]),
      );
      const { wait_timer: waitTimer, prevent_self_review: preventSelfReview, branches } = input;
      const protection = { branches, waitTimer, reviewers, preventSelfReview };
      const id = state.putEnvironment(context.db, repository.id, name, protection, context.toTimestamp(input.created));
      const scope = { kind: "actions", level: "environment", id } as const;
      insertSecrets(context, scope, input.secrets, [...environmentPath, "secrets"]);
      insertVariables(context, scope, input.variables, [...environmentPath, "variables"]);
    }
  },
);

function readReviewer(
  context: SeedContext,
  repository: Repository,
  input: string,
  path: SeedPath,
): state.EnvironmentReviewer {
  const [, team] = /^team:(.*)$/.exec(input) ?? [];
  if (team === undefined) return { userId: context.user(input, path).id };
  return { teamId: context.team(getAccount(context.db, repository.owner_id), team, path).id };
}
