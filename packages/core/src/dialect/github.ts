import { githubTerms } from "../terms/github-terms.ts";
import type { Dialect } from "./dialect.ts";
import { githubNames } from "./github-names.ts";

/** The names of github.com and GitHub Enterprise Server. */
export const github: Dialect = {
  ...githubNames,
  ...githubTerms,
  permissionNames: {
    enterprise_assistant_metrics: "Enterprise Copilot metrics",
    organization_assistant_seat_management: "GitHub Copilot Business",
    updater_secrets: "Dependabot secrets",
    organization_updater_secrets: "Organization dependabot secrets",
  },
  scopes: { "manage_billing:assistant": "manage_billing:copilot" },
  headers: {
    ...githubNames.headers,
    acceptedPermissions: "X-Accepted-GitHub-Permissions",
    mediaType: "X-GitHub-Media-Type",
    selectedVersion: "X-GitHub-Api-Version-Selected",
    enterpriseVersion: "X-GitHub-Enterprise-Version",
    singleSignOn: "X-GitHub-SSO",
    tokenExpiration: "GitHub-Authentication-Token-Expiration",
    hookId: "X-GitHub-Hook-ID",
    event: "X-GitHub-Event",
    delivery: "X-GitHub-Delivery",
    hookTargetType: "X-GitHub-Hook-Installation-Target-Type",
    hookTargetId: "X-GitHub-Hook-Installation-Target-ID",
  },
  hookUserAgent: "GitHub-Hookshot/",
  tokenPrefixes: {
    classic: "ghp_",
    "fine-grained": "github_pat_",
    oauth: "gho_",
    "user-access": "ghu_",
    installation: "ghs_",
  },
  servers: {
    "github.com": "https://api.github.com",
    "enterprise-cloud": "https://api.github.com",
    "self-hosted": "https://{host}/api/v3",
  },
};
