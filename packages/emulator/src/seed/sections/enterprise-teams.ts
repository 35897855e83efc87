import * as z from "zod/mini";
import {
  assignTeam,
  createEnterpriseTeam,
  enterpriseTeamSlug,
  findEnterpriseTeam,
} from "../../state/enterprise-teams.ts";
import type { Enterprise } from "../../state/enterprises.ts";
import { defineSection } from "../define-section.ts";
import { names } from "../fields.ts";
import { SeedError } from "../seed-error.ts";

const EnterpriseTeam = z.strictObject({
  /** Logins of the organizations that the team is assigned to. */
  organizations: names(),
});

/** Inserts an enterprise's teams, by name. */
export const enterpriseTeams = defineSection(
  z.record(z.string(), EnterpriseTeam),
  (context, enterprise: Enterprise, teams, path) => {
    for (const [name, { organizations }] of Object.entries(teams)) {
      const slug = enterpriseTeamSlug(name);
      if (findEnterpriseTeam(context.db, enterprise.id, slug)) {
        throw new SeedError([...path, name], `must be unique: another team has the slug ${slug}`);
      }
      const team = createEnterpriseTeam(context.db, enterprise.id, name);
      for (const [index, login] of organizations.entries()) {
        const organizationPath = [...path, name, "organizations", index];
        const organization = context.organization(login, organizationPath);
        if (organization.enterprise_id !== enterprise.id)
          throw new SeedError(organizationPath, "must be an organization of the enterprise");
        assignTeam(context.db, team.id, organization.id);
      }
    }
  },
);
