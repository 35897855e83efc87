import * as z from "zod/mini";
import { addCollaborator, createRepository, findRepository, RepositorySettings } from "../state/repositories.ts";
import { star } from "../state/stars.ts";
import { setSubscription } from "../state/subscriptions.ts";
import type { Planting } from "./planting.ts";
import type { Of } from "./schema.ts";

/** A repository with who may do what there, who starred it and who watches it. */
export function plantRepository(planting: Planting, fullName: string, told: Of<"repositories">): void {
  const { db } = planting;
  const path = ["repositories", fullName];
  const [ownerName = "", name = ""] = fullName.split("/");
  const owner = planting.account(ownerName, path);
  planting.free(findRepository(db, ownerName, name), path);
  const created = planting.at(told.created);
  const repository = createRepository(
    db,
    {
      ...{ owner_id: owner.id, name, private: told.private, description: told.description ?? null },
      ...{ homepage: told.homepage ?? null, language: told.language ?? null, license: told.license ?? null },
      ...{ topics: told.topics, default_branch: told.default_branch, archived: told.archived },
      ...{ settings: z.parse(RepositorySettings, told.settings), pushed_at: planting.at(told.pushed ?? told.created) },
    },
    created,
  );
  for (const [login, permission] of Object.entries(told.collaborators)) {
    const userId = planting.user(login, [...path, "collaborators", login]).id;
    addCollaborator(db, repository.id, { userId }, permission);
  }
  for (const [slug, permission] of Object.entries(told.teams)) {
    addCollaborator(db, repository.id, { teamId: planting.team(owner, slug, [...path, "teams", slug]).id }, permission);
  }
  for (const [login, time] of Object.entries(told.stars)) {
    star(db, repository.id, planting.user(login, [...path, "stars", login]).id, planting.at(time));
  }
  for (const [login, state] of Object.entries(told.watchers)) {
    const { id } = planting.user(login, [...path, "watchers", login]);
    setSubscription(db, repository.id, id, state === "ignoring", created);
  }
}

/** Where a repository comes from; once all of them are there. */
export function plantOrigins(planting: Planting, fullName: string, { fork_of, template }: Of<"repositories">): void {
  const { db } = planting;
  const path = ["repositories", fullName];
  const { id } = planting.repository(fullName, path);
  if (fork_of !== undefined) {
    const parent = planting.repository(fork_of, [...path, "fork_of"]);
    db.run("UPDATE repositories SET parent_id = ? WHERE id = ?", parent.id, id);
  }
  if (template !== undefined) {
    const origin = planting.repository(template, [...path, "template"]);
    db.run("UPDATE repositories SET template_id = ? WHERE id = ?", origin.id, id);
  }
}
