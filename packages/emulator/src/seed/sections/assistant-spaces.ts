import * as z from "zod/mini";
import { type Account, memberRole } from "../../state/accounts.ts";
import * as state from "../../state/assistant-spaces.ts";
import { listSection } from "../define-section.ts";
import { names } from "../fields.ts";
import { each, eachEntry, SeedError } from "../seed-error.ts";

const roles = () => z._default(z.record(z.string(), state.SpaceRole), {});

const AssistantSpace = z.strictObject({
  number: z.int().check(z.gte(1)),
  name: z.optional(z.string()),
  /** Repositories that the space's resources refer to. */
  repositories: names(),
  /** Roles of collaborators, by login and by team slug. */
  users: roles(),
  teams: roles(),
});

/** Inserts an organization's Copilot spaces. */
export const assistantSpaces = listSection(AssistantSpace, ({ db, ...context }, organization: Account, input) => {
  const { number, name = `Space ${number}`, repositories, users, teams } = input;
  const space = { organization_id: organization.id, number };
  if (state.assistantSpaces.has(db, space))
    throw new SeedError(["number"], `must be unique: another space has the number ${number}`);
  const ids = each(["repositories"], repositories, (repository) => context.repository(repository).id);
  const { id } = state.createSpace(db, { ...space, name }, ids);
  eachEntry(["users"], users, (login, role) => {
    const user = context.user(login);
    if (!memberRole(db, organization.id, user.id)) throw new SeedError([], "must be a member of the organization");
    state.assignSpaceRole(db, id, { user }, role);
  });
  eachEntry(["teams"], teams, (slug, role) =>
    state.assignSpaceRole(db, id, { team: context.team(organization, slug) }, role),
  );
});
