import type { Account } from "../state/accounts.ts";
import type { SecurityConfiguration, SecuritySettings } from "../state/code-security-configurations.ts";
import type { World } from "../world.ts";

/** A security configuration, as an organization may use it (public description). */
export function renderSecurityConfiguration(
  { apiUrl, webUrl }: World,
  { login }: Account,
  configuration: SecurityConfiguration,
) {
  const { id, organization_id, settings, ...fields } = configuration;
  const { code_security, secret_protection, ...features } = settings;
  const isOwn = organization_id !== null;
  const page = `${webUrl}/organizations/${login}/settings/security_products/configurations`;
  const { reviewers } = features.secret_scanning_delegated_bypass_options;
  return {
    ...{ id, target_type: isOwn ? "organization" : "global", ...fields, ...features },
    advanced_security: advancedSecurity(settings),
    secret_scanning_delegated_bypass_options: {
      reviewers: reviewers.map((reviewer) => ({ ...reviewer, security_configuration_id: id })),
    },
    url: `${apiUrl}/orgs/${login}/code-security/configurations/${id}`,
    html_url: isOwn ? `${page}/edit/${id}` : `${page}/view`,
  };
}

/** Both of its parts in one word. */
function advancedSecurity({ code_security, secret_protection }: SecuritySettings) {
  if (code_security === "enabled") return secret_protection === "enabled" ? "enabled" : "code_security";
  return secret_protection === "enabled" ? "secret_protection" : "disabled";
}
