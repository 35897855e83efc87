import * as z from "zod/mini";
import { type Account, memberRole } from "../../state/accounts.ts";
import { assignSpaceRole, createSpace, SpaceRole } from "../../state/assistant-spaces.ts";
import { defineSection } from "../define-section.ts";
import { names } from "../fields.ts";
import { SeedError } from "../seed-error.ts";

const roles = () => z._default(z.record(z.string(), SpaceRole), {});

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
export const assistantSpaces = defineSection(
  z.array(AssistantSpace),
  (context, organization: Account, spaces, path) => {
    const numbers = new Set<number>();
    for (const [index, { number, name, repositories, users, teams }] of spaces.entries()) {
      const spacePath = [...path, index];
      if (numbers.has(number))
        throw new SeedError([...spacePath, "number"], `must be unique: another space has the number ${number}`);
      numbers.add(number);
      const ids = repositories.map(
        (repository, position) => context.repository(repository, [...spacePath, "repositories", position]).id,
      );
      const space = { organization_id: organization.id, number, name: name ?? `Space ${number}` };
      const { id } = createSpace(context.db, space, ids);
      for (const [login, role] of Object.entries(users)) {
        const user = context.user(login, [...spacePath, "users", login]);
        if (!memberRole(context.db, organization.id, user.id)) {
          throw new SeedError([...spacePath, "users", login], "must be a member of the organization");
        }
        assignSpaceRole(context.db, id, { user }, role);
      }
      for (const [slug, role] of Object.entries(teams)) {
        assignSpaceRole(
          context.db,
          id,
          { team: context.team(organization, slug, [...spacePath, "teams", slug]) },
          role,
        );
      }
    }
  },
);
