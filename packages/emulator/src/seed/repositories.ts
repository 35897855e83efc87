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

/** Inserts a repository with its collaborators, teams, stars and watchers. */
export function insertRepository(context: SeedContext, fullName: string, input: SeedEntry<"repositories">): void {
  const { db } = context;
  const path = ["repositories", fullName];
  const [ownerName = "", name = ""] = fullName.split("/");
  const owner = context.account(ownerName, path);
  context.assertUnused(findRepository(db, ownerName, name), path);
  const created = context.toTimestamp(input.created);
  const repository = createRepository(
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
  for (const [login, permission] of Object.entries(input.collaborators)) {
    const userId = context.user(login, [...path, "collaborators", login]).id;
    addCollaborator(db, repository.id, { userId }, permission);
  }
  for (const [slug, permission] of Object.entries(input.teams)) {
    addCollaborator(db, repository.id, { teamId: context.team(owner, slug, [...path, "teams", slug]).id }, permission);
  }
  for (const [login, time] of Object.entries(input.stars)) {
    addStar(db, repository.id, context.user(login, [...path, "stars", login]).id, context.toTimestamp(time));
  }
  for (const [login, state] of Object.entries(input.watchers)) {
    const { id } = context.user(login, [...path, "watchers", login]);
    setSubscription(db, repository.id, id, state === "ignoring", created);
  }
}

/** Sets a repository's parent and template. Runs after all repositories exist. */
export function linkRepositoryOrigins(
  context: SeedContext,
  fullName: string,
  { fork_of, template }: SeedEntry<"repositories">,
): void {
  const { db } = context;
  const path = ["repositories", fullName];
  const { id } = context.repository(fullName, path);
  if (fork_of !== undefined) {
    const parent = context.repository(fork_of, [...path, "fork_of"]);
    repositories.update(db, { id }, { parent_id: parent.id });
  }
  if (template !== undefined) {
    const origin = context.repository(template, [...path, "template"]);
    repositories.update(db, { id }, { template_id: origin.id });
  }
}
