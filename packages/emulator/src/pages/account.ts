import type { Account } from "../state/accounts.ts";
import type { Html } from "./layout/html.ts";
import { organizationPage } from "./organization.ts";
import { overviewPage } from "./profile/overview.ts";
import { repositoriesPage } from "./profile/repositories.ts";
import { starsPage } from "./profile/stars.ts";
import type { Visit } from "./visit.ts";

/** `/{login}`: an organization, or a user with the tab that the address names. */
export function accountPage(visit: Visit, account: Account): Html {
  if (account.type === "Organization") return organizationPage(visit, account);
  const tab = visit.query.get("tab");
  if (tab === "stars") return starsPage(visit, account);
  return tab === "repositories" ? repositoriesPage(visit, account) : overviewPage(visit, account);
}
