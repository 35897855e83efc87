import { html } from "hono/html";
import { accounts, getAccount, memberRole } from "../state/accounts.ts";
import { isInTeam, teamMemberIds, teams } from "../state/teams.ts";
import type { Html } from "./layout/html.ts";
import type { PageRequest } from "./page-request.ts";
import { renderHtmlPage } from "./render-html-page.ts";

/**
 * Renders `/orgs/{org}/teams/{team}`. Returns undefined if the team doesn't exist, and for users who can't see it:
 * those outside of the organization, and of a secret team all but its members and the organization's owners.
 */
export function teamPage(request: PageRequest, login: string, slug: string): Html | undefined {
  const { user, context } = request;
  const { db } = context;
  const organization = accounts.find(db, { login });
  const team = organization && teams.find(db, { organization_id: organization.id, slug });
  const role = organization && user && memberRole(db, organization.id, user.id);
  if (!organization || !team || !user || role === undefined) return undefined;
  if (team.privacy === "secret" && role !== "admin" && !isInTeam(db, team.id, user.id)) return undefined;
  const members = teamMemberIds(db, team.id).map((id) => getAccount(db, id).login);
  return renderHtmlPage(
    request,
    `${team.name} · ${organization.login}`,
    html`<main>
      <div class="container">
        <h1>${team.name}</h1>
        ${team.description === null ? "" : html`<p>${team.description}</p>`}
        <ul aria-label="Members">${members.map((member) => html`<li><a href="/${member}">${member}</a></li>`)}</ul>
      </div>
    </main>`,
  );
}
