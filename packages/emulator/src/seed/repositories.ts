import * as z from "zod/mini";
import {
  addCollaborator,
  createRepository,
  findRepository,
  RepositorySettings,
  repositories,
} from "../state/repositories.ts";
import { addStar } from "../state/stars.ts";
import { setSubscription } from "../state/subscriptions.ts";
import type { SeedEntry } from "./schema.ts";
import type { SeedContext } from "./seed-context.ts";
import { eachEntry } from "./seed-error.ts";

/** Inserts a repository with its collaborators, teams, stars and watchers. */
export function insertRepository(context: SeedContext, fullName: string, input: SeedEntry<"repositories">): void {
  const { db } = context;
  const [ownerName = "", name = ""] = fullName.split("/");
  const owner = context.account(ownerName);
  context.assertUnused(findRepository(db, ownerName, name));
  const created = context.toTimestamp(input.created);
  const { id } = createRepository(
    db,
    {
      owner_id: owner.id,
      name,
      private: input.private,
      description: input.description ?? null,
      homepage: input.homepage ?? null,
      language: input.language ?? null,
      license: input.license ?? null,
      topics: input.topics,
      default_branch: input.default_branch,
      archived: input.archived,
      settings: z.parse(RepositorySettings, input.settings),
      pushed_at: context.toTimestamp(input.pushed ?? input.created),
    },
    created,
  );
  eachEntry(["collaborators"], input.collaborators, (login, permission) =>
    addCollaborator(db, id, { userId: context.user(login).id }, permission),
  );
  eachEntry(["teams"], input.teams, (slug, permission) =>
    addCollaborator(db, id, { teamId: context.team(owner, slug).id }, permission),
  );
  eachEntry(["stars"], input.stars, (login, time) =>
    addStar(db, id, context.user(login).id, context.toTimestamp(time)),
  );
  eachEntry(["watchers"], input.watchers, (login, state) =>
    setSubscription(db, id, context.user(login).id, state === "ignoring", created),
  );
}

/** Sets a repository's parent and template. Runs after all repositories exist. */
export function linkRepositoryOrigins(
  { db, repository }: SeedContext,
  fullName: string,
  { fork_of, template }: SeedEntry<"repositories">,
): void {
  const { id } = repository(fullName);
  if (fork_of !== undefined) repositories.update(db, { id }, { parent_id: repository(fork_of, "fork_of").id });
  if (template !== undefined) repositories.update(db, { id }, { template_id: repository(template, "template").id });
}
