import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import type { SecurityConfiguration, SecuritySettings } from "../state/code-security-configurations.ts";

/** Renders a code security configuration for an organization that can use it. */
export function renderSecurityConfiguration(
  { apiUrl, webUrl }: EmulatorContext,
  { login }: Account,
  configuration: SecurityConfiguration,
) {
  const { id, organization_id, settings, ...fields } = configuration;
  const { code_security, secret_protection, ...features } = settings;
  const isOwn = organization_id !== null;
  const settingsUrl = `${webUrl}/organizations/${login}/settings/security_products/configurations`;
  const { reviewers } = features.secret_scanning_delegated_bypass_options;
  return {
    id,
    target_type: isOwn ? "organization" : "global",
    ...fields,
    ...features,
    advanced_security: advancedSecurity(settings),
    secret_scanning_delegated_bypass_options: {
      reviewers: reviewers.map((reviewer) => ({ ...reviewer, security_configuration_id: id })),
    },
    url: `${apiUrl}/orgs/${login}/code-security/configurations/${id}`,
    html_url: isOwn ? `${settingsUrl}/edit/${id}` : `${settingsUrl}/view/${id}`,
  };
}

/** Combines the code security and secret protection settings into one value. */
function advancedSecurity({ code_security, secret_protection }: SecuritySettings) {
  if (code_security === "enabled") return secret_protection === "enabled" ? "enabled" : "code_security";
  return secret_protection === "enabled" ? "secret_protection" : "disabled";
}
