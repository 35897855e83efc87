import type { Account } from "../state/accounts.ts";
import type { Html } from "./layout/html.ts";
import { organizationPage } from "./organization.ts";
import type { PageRequest } from "./page-request.ts";
import { overviewPage } from "./profile/overview.ts";
import { repositoriesPage } from "./profile/repositories.ts";
import { starsPage } from "./profile/stars.ts";

/** Renders `/{login}`: an organization, or the tab of a user's profile that the URL selects. */
export function accountPage(request: PageRequest, account: Account): Html {
  if (account.type === "Organization") return organizationPage(request, account);
  const tab = request.query.get("tab");
  if (tab === "stars") return starsPage(request, account);
  return tab === "repositories" ? repositoriesPage(request, account) : overviewPage(request, account);
}
