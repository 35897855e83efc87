import type { Dialect } from "./dialect.ts";

/** github.com, its self-hosted edition, and forges that speak the same. */
export const github: Dialect = {
  segments: { updater: "dependabot", assistant: "copilot", "assistant-spaces": "copilot-spaces" },
  mediaTypeVendor: "github",
  headers: {
    apiVersion: "X-GitHub-Api-Version",
    acceptedPermissions: "X-Accepted-GitHub-Permissions",
    requestId: "X-GitHub-Request-Id",
    hookId: "X-GitHub-Hook-ID",
    event: "X-GitHub-Event",
    delivery: "X-GitHub-Delivery",
    hookTargetType: "X-GitHub-Hook-Installation-Target-Type",
    hookTargetId: "X-GitHub-Hook-Installation-Target-ID",
  },
  hookUserAgent: "GitHub-Hookshot/",
  reservedNamePrefix: "GITHUB_",
  permissions: {
    organization_updater_secrets: {
      key: "organization_dependabot_secrets",
      name: "Organization dependabot secrets",
    },
  },
  tokenPrefixes: {
    classic: "ghp_",
    "fine-grained": "github_pat_",
    oauth: "gho_",
    "user-access": "ghu_",
    installation: "ghs_",
  },
};
