import * as z from "zod/mini";
import { fieldsWith, namedObject } from "../schema.ts";

/** URL templates of the API, by resource. */
export class ApiRoot extends namedObject(() => ({
  ...fieldsWith(
    z.string(),
    "current_user_url",
    "current_user_authorizations_html_url",
    "code_search_url",
    "commit_search_url",
    "emails_url",
    "emojis_url",
    "events_url",
    "feeds_url",
    "followers_url",
    "following_url",
    "gists_url",
    "issue_search_url",
    "issues_url",
    "keys_url",
    "label_search_url",
    "notifications_url",
    "organization_url",
    "organization_repositories_url",
    "organization_teams_url",
    "public_gists_url",
    "rate_limit_url",
    "repository_url",
    "repository_search_url",
    "current_user_repositories_url",
    "starred_url",
    "starred_gists_url",
    "user_url",
    "user_organizations_url",
    "user_repositories_url",
    "user_search_url",
  ),
  // `authorizations_url` and `hub_url` are absent in the newest API version.
  ...fieldsWith(z.optional(z.string()), "authorizations_url", "hub_url", "topic_search_url"),
})) {}

/** Addresses and keys of the service. */
export class ServiceMeta extends namedObject(() => ({
  verifiable_password_authentication: z.boolean(),
  ssh_key_fingerprints: z.optional(
    z.looseObject({
      ...fieldsWith(z.optional(z.string()), "SHA256_RSA", "SHA256_DSA", "SHA256_ECDSA", "SHA256_ED25519"),
    }),
  ),
  ...fieldsWith(
    z.optional(z.array(z.string())),
    "ssh_keys",
    "hooks",
    "svc_enterprise_importer",
    "web",
    "api",
    "git",
    "packages",
    "pages",
    "importer",
    "actions",
    "actions_macos",
    "codespaces",
    "updater",
    "assistant",
    "commit_signing_keys",
  ),
  /** Release of the self-hosted edition. */
  installed_version: z.optional(z.string()),
  domains: z.optional(
    z.looseObject({
      ...fieldsWith(
        z.optional(z.array(z.string())),
        "website",
        "codespaces",
        "assistant",
        "packages",
        "storage",
        "actions",
      ),
      actions_inbound: z.optional(
        z.looseObject({
          full_domains: z.optional(z.array(z.string())),
          wildcard_domains: z.optional(z.array(z.string())),
        }),
      ),
      artifact_attestations: z.optional(
        z.looseObject({ trust_domain: z.optional(z.string()), services: z.optional(z.array(z.string())) }),
      ),
    }),
  ),
})) {}
