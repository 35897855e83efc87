import * as z from "zod/mini";
import * as state from "../../state/deployments.ts";
import { environments, putEnvironment, UNPROTECTED } from "../../state/environments.ts";
import type { Repository } from "../../state/repositories.ts";
import { listSection } from "../define-section.ts";
import { each } from "../seed-error.ts";
import { SeedTime } from "../time.ts";
import { commitOf } from "./commit-statuses.ts";

const Status = z.strictObject({
  state: z.enum(state.DEPLOYMENT_STATES),
  description: z._default(z.string(), ""),
  log_url: z._default(z.string(), ""),
  environment_url: z._default(z.string(), ""),
  /** The deployment's creator by default. */
  creator: z.optional(z.string()),
  created: z.optional(SeedTime),
});

const Deployment = z.strictObject({
  /** A branch, a tag or a commit; the default branch if omitted. */
  ref: z.optional(z.string()),
  task: z._default(z.string(), "deploy"),
  environment: z._default(z.string(), "production"),
  description: z.optional(z.string()),
  payload: z._default(z.union([z.record(z.string(), z.unknown()), z.string()]), {}),
  transient_environment: z._default(z.boolean(), false),
  /** True for the environment `production` if omitted. */
  production_environment: z.optional(z.boolean()),
  creator: z.optional(z.string()),
  created: z.optional(SeedTime),
  /** Oldest first. */
  statuses: z._default(z.array(Status), []),
});

/** Inserts a repository's deployments, oldest first, with environments that are missing. */
export const deployments = listSection(Deployment, (context, repository: Repository, input) => {
  const { db, toTimestamp } = context;
  const { ref = repository.default_branch, task, environment, description, payload, transient_environment } = input;
  const created_at = toTimestamp(input.created);
  if (!environments.has(db, { repository_id: repository.id, name: environment })) {
    putEnvironment(db, repository.id, environment, UNPROTECTED, created_at);
  }
  const creator_id = input.creator === undefined ? null : context.actor(input.creator, "creator").id;
  const { id } = state.deployments.insert(db, {
    repository_id: repository.id,
    sha: commitOf(context, repository, ref),
    ...{ ref, task, environment, description, payload, transient_environment, creator_id, created_at },
    original_environment: environment,
    production_environment: input.production_environment ?? environment === "production",
    updated_at: created_at,
  });
  each(["statuses"], input.statuses, ({ creator, created, ...status }) => {
    const time = created === undefined ? created_at : toTimestamp(created);
    state.deploymentStatuses.insert(db, {
      ...status,
      deployment_id: id,
      environment,
      creator_id: creator === undefined ? creator_id : context.actor(creator, "creator").id,
      created_at: time,
    });
    state.deployments.update(db, { id }, { updated_at: time });
  });
});
