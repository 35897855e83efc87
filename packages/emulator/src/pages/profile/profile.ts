import { html } from "hono/html";
import type { Account } from "../../state/accounts.ts";
import { EVERY } from "../../state/database.ts";
import { organizationsOf } from "../../state/memberships.ts";
import { avatarOf } from "../layout/avatar.ts";
import type { Html } from "../layout/html.ts";
import { type Tab, tabs } from "../layout/tabs.ts";
import { pageFor } from "../page-for.ts";
import { countStarred, countVisible } from "../repository/lists.ts";
import type { Visit } from "../visit.ts";
import { detailsOf } from "./details.ts";

/** Which page of a user's it is, and what is known of the others. */
interface Place {
  readonly current: "overview" | "repositories" | "stars";
  readonly title: string;
  /** How many things a tab has, where that is known already: long lists are counted slowly. */
  readonly repositories?: number;
  readonly stars?: number;
}

/** A page of a user's: who it is, and beside that what the tab has. */
export function profile(visit: Visit, account: Account, place: Place, content: Html): Html {
  return pageFor(
    visit,
    place.title,
    html`<main class="profile">
      ${tabs("User profile", place.current, tabsOf(visit, account, place))}
      <div class="container Layout Layout--sidebar-first">
        ${card(visit, account)}
        <div class="Layout-main">${content}</div>
      </div>
    </main>`,
  );
}

function tabsOf({ world, caller }: Visit, { id, login }: Account, { repositories, stars }: Place): Tab[] {
  return [
    { id: "overview", name: "Overview", icon: "person", address: `/${login}` },
    {
      ...{ id: "repositories", name: "Repositories", icon: "repo", address: `/${login}?tab=repositories` },
      count: repositories ?? countVisible(world.db, caller, id),
    },
    {
      ...{ id: "stars", name: "Stars", icon: "star", address: `/${login}?tab=stars` },
      count: stars ?? countStarred(world.db, caller, id),
    },
  ];
}

function card({ world }: Visit, account: Account): Html {
  const { login, name, bio } = account;
  const own = { only: undefined, installed: undefined };
  const { rows: organizations } = organizationsOf(world.db, account.id, own, EVERY);
  return html`<div class="Layout-sidebar h-card" itemscope itemtype="http://schema.org/Person">
    ${avatarOf(login, 220)}
    <h1 class="vcard-names">
      ${name ? html`<span class="p-name vcard-fullname" itemprop="name">${name}</span>` : ""}
      <span class="p-nickname vcard-username" itemprop="additionalName">${login}</span>
    </h1>
    ${bio ? html`<p class="user-profile-bio">${bio}</p>` : ""}
    <ul class="vcard-details">
      ${detailsOf(account)}
    </ul>
    ${
      organizations.length === 0
        ? ""
        : html`<h2 class="sidebar-heading">Organizations</h2>
            <ul class="vcard-details">
              ${organizations.map(
                (one) => html`<li>${avatarOf(one.login, 20)} <a href="/${one.login}">${one.login}</a></li>`,
              )}
            </ul>`
    }
  </div>`;
}
