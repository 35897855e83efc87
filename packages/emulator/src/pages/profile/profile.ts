import { html } from "hono/html";
import type { Account } from "../../state/accounts.ts";
import { ALL_ROWS } from "../../state/database.ts";
import { organizationsOf } from "../../state/memberships.ts";
import { avatarImage } from "../layout/avatar.ts";
import type { Html } from "../layout/html.ts";
import { type Tab, tabs } from "../layout/tabs.ts";
import type { PageRequest } from "../page-request.ts";
import { renderHtmlPage } from "../render-html-page.ts";
import { countStarred, countVisible } from "../repository/repository-queries.ts";
import { profileDetails } from "./details.ts";

interface ProfilePageOptions {
  readonly current: "overview" | "repositories" | "stars";
  readonly title: string;
  /** Counts of the tabs, if already known. Counting long lists is slow. */
  readonly repositories?: number;
  readonly stars?: number;
}

/** Renders a page of a user's profile, with the content of one tab. */
export function renderProfile(
  request: PageRequest,
  account: Account,
  options: ProfilePageOptions,
  content: Html,
): Html {
  return renderHtmlPage(
    request,
    options.title,
    html`<main class="profile">
      ${tabs("User profile", options.current, tabsOf(request, account, options))}
      <div class="container Layout Layout--sidebar-first">
        ${profileCard(request, account)}
        <div class="Layout-main">${content}</div>
      </div>
    </main>`,
  );
}

function tabsOf(
  { context, caller }: PageRequest,
  { id, login }: Account,
  { repositories, stars }: ProfilePageOptions,
): Tab[] {
  return [
    { id: "overview", name: "Overview", icon: "person", address: `/${login}` },
    {
      id: "repositories",
      name: "Repositories",
      icon: "repo",
      address: `/${login}?tab=repositories`,
      count: repositories ?? countVisible(context.db, caller, id),
    },
    {
      id: "stars",
      name: "Stars",
      icon: "star",
      address: `/${login}?tab=stars`,
      count: stars ?? countStarred(context.db, caller, id),
    },
  ];
}

function profileCard({ context }: PageRequest, account: Account): Html {
  const { login, name, bio } = account;
  const noFilter = { organizationId: undefined, installedAppId: undefined };
  const { rows: organizations } = organizationsOf(context.db, account.id, noFilter, ALL_ROWS);
  return html`<div class="Layout-sidebar h-card" itemscope itemtype="http://schema.org/Person">
    ${avatarImage(login, 220)}
    <h1 class="vcard-names">
      ${name ? html`<span class="p-name vcard-fullname" itemprop="name">${name}</span>` : ""}
      <span class="p-nickname vcard-username" itemprop="additionalName">${login}</span>
    </h1>
    ${bio ? html`<p class="user-profile-bio">${bio}</p>` : ""}
    <ul class="vcard-details">
      ${profileDetails(account)}
    </ul>
    ${
      organizations.length === 0
        ? ""
        : html`<h2 class="sidebar-heading">Organizations</h2>
            <ul class="vcard-details">
              ${organizations.map(
                (organization) =>
                  html`<li>${avatarImage(organization.login, 20)} <a href="/${organization.login}">${organization.login}</a></li>`,
              )}
            </ul>`
    }
  </div>`;
}
