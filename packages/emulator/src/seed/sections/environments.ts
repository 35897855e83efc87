import * as z from "zod/mini";
import { getAccount } from "../../state/accounts.ts";
import { createEnvironment, findEnvironment, type Reviewer } from "../../state/environments.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Planting } from "../planting.ts";
import { type SeedPath, taken } from "../problem.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";
import { plantSecrets, Secrets } from "./secrets.ts";

const MOST_REVIEWERS = 6;
/** Thirty days, in minutes. */
const LONGEST_WAIT = 43_200;

const Environment = z.strictObject({
  created: z.optional(SeedTime),
  /** Minutes that a deployment waits. */
  wait_timer: z._default(z.int().check(z.gte(0), z.lte(LONGEST_WAIT)), 0),
  /** Who may let a deployment through: people by their logins, teams of the owner as `team:reviewers`. */
  reviewers: z._default(z.array(z.string()).check(z.maxLength(MOST_REVIEWERS)), []),
  prevent_self_review: z._default(z.boolean(), false),
  /** Which branches may deploy. */
  branches: z._default(z.enum(["all", "protected", "custom"]), "all"),
  secrets: z._default(Secrets, {}),
});

/** A repository's deployment environments, by their names. */
export const environments = section(
  z.record(z.string().check(z.minLength(1), z.maxLength(255)), Environment),
  (planting, repository: Repository, environments, path) => {
    for (const [name, told] of Object.entries(environments)) {
      const at = [...path, name];
      if (findEnvironment(planting.db, repository.id, name)) {
        throw taken(at);
      }
      const reviewers = told.reviewers.map((reviewer, index) =>
        readReviewer(planting, repository, reviewer, [...at, "reviewers", index]),
      );
      const { wait_timer: waitTimer, prevent_self_review: preventSelfReview, branches } = told;
      const environment = { name, branches, waitTimer, reviewers, preventSelfReview };
      const id = createEnvironment(planting.db, repository.id, environment, planting.at(told.created));
      plantSecrets(planting, { kind: "actions", level: "environment", id }, told.secrets, [...at, "secrets"]);
    }
  },
);

function readReviewer(planting: Planting, repository: Repository, told: string, path: SeedPath): Reviewer {
  const [, team] = /^team:(.*)$/.exec(told) ?? [];
  if (team === undefined) return { userId: planting.user(told, path).id };
  return { teamId: planting.team(getAccount(planting.db, repository.owner_id), team, path).id };
}
