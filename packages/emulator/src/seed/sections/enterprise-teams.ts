import * as z from "zod/mini";
import {
  assignTeam,
  createEnterpriseTeam,
  enterpriseTeamSlug,
  findEnterpriseTeam,
} from "../../state/enterprise-teams.ts";
import type { Enterprise } from "../../state/enterprises.ts";
import { names } from "../fields.ts";
import { SeedProblem } from "../problem.ts";
import { section } from "../section.ts";

const EnterpriseTeam = z.strictObject({
  /** What it is assigned to. */
  organizations: names(),
});

/** An enterprise's teams, by their names. */
export const enterpriseTeams = section(
  z.record(z.string(), EnterpriseTeam),
  (planting, enterprise: Enterprise, teams, path) => {
    for (const [name, { organizations }] of Object.entries(teams)) {
      const slug = enterpriseTeamSlug(name);
      if (findEnterpriseTeam(planting.db, enterprise.id, slug)) {
        throw new SeedProblem([...path, name], `there is another team with the slug ${slug}`);
      }
      const team = createEnterpriseTeam(planting.db, enterprise.id, name);
      for (const [index, login] of organizations.entries()) {
        const at = [...path, name, "organizations", index];
        const organization = planting.organization(login, at);
        if (organization.enterprise_id !== enterprise.id) throw new SeedProblem(at, "is not the enterprise's");
        assignTeam(planting.db, team.id, organization.id);
      }
    }
  },
);
