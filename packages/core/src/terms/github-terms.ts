import type { WireTerms } from "./wire-terms.ts";

/** The terms of github.com and GitHub Enterprise Server. */
export const githubTerms: WireTerms = {
  fields: {
    svcsa_id: "ghsa_id",
    svc_enterprise_importer: "github_enterprise_importer",
    performed_via_svc_app: "performed_via_github_app",
    svc_owned_allowed: "github_owned_allowed",
    updater: "dependabot",
    updater_alerts: "dependabot_alerts",
    updater_delegated_alert_dismissal: "dependabot_delegated_alert_dismissal",
    updater_security_updates: "dependabot_security_updates",
    updater_alerts_enabled_for_new_repositories: "dependabot_alerts_enabled_for_new_repositories",
    updater_security_updates_enabled_for_new_repositories: "dependabot_security_updates_enabled_for_new_repositories",
    assistant: "copilot",
    assistant_usage_records: "copilot_usage_records",
  },
  values: {
    SVCSA: "GHSA",
    svc: "github",
    first_time_contributors_new_to_svc: "first_time_contributors_new_to_github",
    assistant_code_review: "copilot_code_review",
    updater_alerts: "dependabot_alerts",
    updater_security_updates: "dependabot_security_updates",
    dismissal_request_updater: "dismissal_request_dependabot",
    svc_app_authorization: "github_app_authorization",
    updater_alert: "dependabot_alert",
  },
  permissions: {
    enterprise_assistant_metrics: "enterprise_copilot_metrics",
    organization_assistant_seat_management: "organization_copilot_seat_management",
    updater_secrets: "dependabot_secrets",
    organization_updater_secrets: "organization_dependabot_secrets",
  },
};
