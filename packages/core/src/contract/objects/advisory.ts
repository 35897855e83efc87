import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { CREDIT_TYPES, ECOSYSTEMS } from "../advisory-values.ts";
import { extensibleEnum, fieldsWith, namedObject, vendorValues } from "../schema.ts";
import { SimpleRepository } from "./repository.ts";
import { Team } from "./team.ts";
import { User } from "./user.ts";

/** A user credited in an advisory, and whether they accepted the credit. */
export class AdvisoryCredit extends namedObject(() => ({
  user: User.schema(),
  type: extensibleEnum(...CREDIT_TYPES),
  state: extensibleEnum("accepted", "declined", "pending"),
})) {}

/** A vulnerable package and its affected versions. */
export class AdvisoryVulnerability extends namedObject(() => ({
  package: z.nullable(
    z.looseObject({
      ecosystem: extensibleEnum(...ECOSYSTEMS),
      name: z.nullable(z.string()),
    }),
  ),
  vulnerable_version_range: z.nullable(z.string()),
  patched_versions: z.nullable(z.string()),
  vulnerable_functions: z.nullable(z.array(z.string())),
})) {}

const score = lazy(() =>
  z.nullable(z.looseObject({ vector_string: z.nullable(z.string()), score: z.nullable(z.number()) })),
);

/** A security advisory of a repository. */
export class Advisory extends namedObject(() => ({
  ...fieldsWith(z.string(), "svcsa_id", "url", "html_url", "summary"),
  ...fieldsWith(
    z.nullable(z.string()),
    "cve_id",
    "description",
    "created_at",
    "updated_at",
    "published_at",
    "closed_at",
    "withdrawn_at",
  ),
  severity: z.nullable(extensibleEnum("critical", "high", "medium", "low")),
  ...fieldsWith(z.nullable(User.schema()), "author", "publisher"),
  identifiers: z.array(z.looseObject({ type: vendorValues(extensibleEnum("CVE", "SVCSA")), value: z.string() })),
  state: extensibleEnum("published", "closed", "withdrawn", "draft", "triage"),
  submission: z.nullable(z.looseObject({ accepted: z.boolean() })),
  vulnerabilities: z.nullable(z.array(AdvisoryVulnerability.schema())),
  // Absent in the newest API version, which has `cvss_severities` instead.
  cvss: z.optional(score()),
  cvss_severities: z.optional(z.nullable(z.looseObject(fieldsWith(z.optional(score()), "cvss_v3", "cvss_v4")))),
  cwes: z.nullable(z.array(z.looseObject({ cwe_id: z.string(), name: z.string() }))),
  cwe_ids: z.nullable(z.array(z.string())),
  credits: z.nullable(
    z.array(z.looseObject({ login: z.optional(z.string()), type: z.optional(extensibleEnum(...CREDIT_TYPES)) })),
  ),
  credits_detailed: z.nullable(z.array(AdvisoryCredit.schema())),
  collaborating_users: z.nullable(z.array(User.schema())),
  collaborating_teams: z.nullable(z.array(Team.schema())),
  private_fork: z.nullable(SimpleRepository.schema()),
})) {}
