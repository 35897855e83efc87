import * as z from "zod/mini";
import { type Account, memberRole } from "../../state/accounts.ts";
import { createSpace, SpaceRole, setRoleInSpace } from "../../state/assistant-spaces.ts";
import { names } from "../fields.ts";
import { SeedProblem } from "../problem.ts";
import { section } from "../section.ts";

const roles = () => z._default(z.record(z.string(), SpaceRole), {});

const AssistantSpace = z.strictObject({
  number: z.int().check(z.gte(1)),
  name: z.optional(z.string()),
  /** What its resources refer to. */
  repositories: names(),
  /** Whom it lets in, and as what. */
  users: roles(),
  teams: roles(),
});

/** An organization's assistant spaces. */
export const assistantSpaces = section(z.array(AssistantSpace), (planting, organization: Account, spaces, path) => {
  const numbers = new Set<number>();
  for (const [index, { number, name, repositories, users, teams }] of spaces.entries()) {
    const at = [...path, index];
    if (numbers.has(number)) throw new SeedProblem([...at, "number"], `there is another space ${number}`);
    numbers.add(number);
    const ids = repositories.map(
      (repository, position) => planting.repository(repository, [...at, "repositories", position]).id,
    );
    const space = { organization_id: organization.id, number, name: name ?? `Space ${number}` };
    const { id } = createSpace(planting.db, space, ids);
    for (const [login, role] of Object.entries(users)) {
      const user = planting.user(login, [...at, "users", login]);
      if (!memberRole(planting.db, organization.id, user.id)) {
        throw new SeedProblem([...at, "users", login], "is no member of the organization");
      }
      setRoleInSpace(planting.db, id, { user }, role);
    }
    for (const [slug, role] of Object.entries(teams)) {
      setRoleInSpace(planting.db, id, { team: planting.team(organization, slug, [...at, "teams", slug]) }, role);
    }
  }
});
