/** A secret pattern that GitHub provides. */
export interface ProviderPattern {
  readonly token_type: string;
  readonly slug: string;
  readonly display_name: string;
  /** Whether push protection blocks it by default. */
  readonly default_setting: "enabled" | "disabled";
}

const pattern = (token_type: string, display_name: string, default_setting: "enabled" | "disabled" = "enabled") => ({
  token_type,
  display_name,
  default_setting,
  slug: token_type.toLowerCase(),
});

/** The provided patterns, by token type. */
export const PROVIDER_PATTERNS: readonly ProviderPattern[] = [
  pattern("AWS_ACCESS_KEY_ID", "Amazon AWS Access Key ID"),
  pattern("AWS_SECRET_ACCESS_KEY", "Amazon AWS Secret Access Key"),
  pattern("AZURE_STORAGE_ACCOUNT_KEY", "Azure Storage Account Key"),
  pattern("DOCKER_PERSONAL_ACCESS_TOKEN", "Docker Personal Access Token"),
  pattern("GOOGLE_API_KEY", "Google API Key", "disabled"),
  pattern("GOOGLE_OAUTH_ACCESS_TOKEN", "Google OAuth Access Token"),
  pattern("HASHICORP_VAULT_SERVICE_TOKEN", "HashiCorp Vault Service Token"),
  pattern("NPM_ACCESS_TOKEN", "npm Access Token"),
  pattern("PYPI_API_TOKEN", "PyPI API Token"),
  pattern("SENDGRID_API_KEY", "SendGrid API Key"),
  pattern("SLACK_API_TOKEN", "Slack API Token"),
  pattern("SLACK_INCOMING_WEBHOOK_URL", "Slack Incoming Webhook URL", "disabled"),
  pattern("STRIPE_API_KEY", "Stripe API Key"),
  pattern("TWILIO_API_KEY", "Twilio API Key", "disabled"),
];
