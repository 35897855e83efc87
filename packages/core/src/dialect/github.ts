import type { Dialect } from "./dialect.ts";

/** github.com, its self-hosted edition, and forges that speak the same. */
export const github: Dialect = {
  segments: { updater: "dependabot", assistant: "copilot", "assistant-spaces": "copilot-spaces" },
  fields: {
    svcsa_id: "ghsa_id",
    svc_enterprise_importer: "github_enterprise_importer",
    performed_via_svc_app: "performed_via_github_app",
    updater: "dependabot",
    updater_security_updates: "dependabot_security_updates",
    updater_alerts_enabled_for_new_repositories: "dependabot_alerts_enabled_for_new_repositories",
    updater_security_updates_enabled_for_new_repositories: "dependabot_security_updates_enabled_for_new_repositories",
    assistant: "copilot",
    assistant_usage_records: "copilot_usage_records",
  },
  values: {
    SVCSA: "GHSA",
    dismissal_request_updater: "dismissal_request_dependabot",
    svc_app_authorization: "github_app_authorization",
    updater_alert: "dependabot_alert",
  },
  scopes: { "manage_billing:assistant": "manage_billing:copilot" },
  mediaTypeVendor: "github",
  headers: {
    apiVersion: "X-GitHub-Api-Version",
    acceptedPermissions: "X-Accepted-GitHub-Permissions",
    requestId: "X-GitHub-Request-Id",
    tokenExpiration: "GitHub-Authentication-Token-Expiration",
    hookId: "X-GitHub-Hook-ID",
    event: "X-GitHub-Event",
    delivery: "X-GitHub-Delivery",
    hookTargetType: "X-GitHub-Hook-Installation-Target-Type",
    hookTargetId: "X-GitHub-Hook-Installation-Target-ID",
  },
  hookUserAgent: "GitHub-Hookshot/",
  reservedNamePrefix: "GITHUB_",
  permissions: {
    enterprise_assistant_metrics: { key: "enterprise_copilot_metrics", name: "Enterprise Copilot metrics" },
    organization_assistant_seat_management: {
      key: "organization_copilot_seat_management",
      name: "GitHub Copilot Business",
    },
    updater_secrets: { key: "dependabot_secrets", name: "Dependabot secrets" },
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
  servers: {
    "github.com": "https://api.github.com",
    "enterprise-cloud": "https://api.github.com",
    "self-hosted": "https://{host}/api/v3",
  },
};
