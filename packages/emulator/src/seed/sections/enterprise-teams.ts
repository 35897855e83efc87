import * as z from "zod/mini";
import * as state from "../../state/enterprise-teams.ts";
import type { Enterprise } from "../../state/enterprises.ts";
import { recordSection } from "../define-section.ts";
import { names } from "../fields.ts";
import { each, SeedError } from "../seed-error.ts";

const EnterpriseTeam = z.strictObject({
  /** Logins of the organizations that the team is assigned to. */
  organizations: names(),
});

/** Inserts an enterprise's teams, by name. */
export const enterpriseTeams = recordSection(EnterpriseTeam, ({ db, ...context }, { id }: Enterprise, name, input) => {
  const slug = state.enterpriseTeamSlug(name);
  if (state.enterpriseTeams.has(db, { enterprise_id: id, slug }))
    throw new SeedError([], `must be unique: another team has the slug ${slug}`);
  const team = state.enterpriseTeams.insert(db, { enterprise_id: id, slug, name });
  each(["organizations"], input.organizations, (login) => {
    const organization = context.organization(login);
    if (organization.enterprise_id !== id) throw new SeedError([], "must be an organization of the enterprise");
    state.teamAssignments.add(db, { team_id: team.id, organization_id: organization.id });
  });
});
