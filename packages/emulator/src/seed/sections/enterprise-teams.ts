import * as z from "zod/mini";
import * as state from "../../state/enterprise-teams.ts";
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
      const slug = state.enterpriseTeamSlug(name);
      if (state.enterpriseTeams.has(context.db, { enterprise_id: enterprise.id, slug })) {
        throw new SeedError([...path, name], `must be unique: another team has the slug ${slug}`);
      }
      const team = state.enterpriseTeams.insert(context.db, { enterprise_id: enterprise.id, slug, name });
      for (const [index, login] of organizations.entries()) {
        const organizationPath = [...path, name, "organizations", index];
        const organization = context.organization(login, organizationPath);
        if (organization.enterprise_id !== enterprise.id)
          throw new SeedError(organizationPath, "must be an organization of the enterprise");
        state.teamAssignments.add(context.db, { team_id: team.id, organization_id: organization.id });
      }
    }
  },
);
