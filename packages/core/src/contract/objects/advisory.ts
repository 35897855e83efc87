import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { CREDIT_TYPES, ECOSYSTEMS } from "../advisory-words.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open, vendorValues } from "../schema.ts";
import { SimpleRepository } from "./repository.ts";
import { Team } from "./team.ts";
import { User } from "./user.ts";

/** Somebody who is thanked, and whether they accept it (public description). */
export interface AdvisoryCredit extends OutputOf<typeof advisoryCreditSchema> {}
const advisoryCreditSchema = /* @__PURE__ */ named(() =>
  z.looseObject({ user: User(), type: open(...CREDIT_TYPES), state: open("accepted", "declined", "pending") }),
);
export const AdvisoryCredit: Named<AdvisoryCredit> = advisoryCreditSchema;

/** A package that is vulnerable, and in which versions (document 3). */
export interface AdvisoryVulnerability extends OutputOf<typeof advisoryVulnerabilitySchema> {}
const advisoryVulnerabilitySchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    package: z.nullable(
      z.looseObject({
        ecosystem: open(...ECOSYSTEMS),
        name: z.nullable(z.string()),
      }),
    ),
    vulnerable_version_range: z.nullable(z.string()),
    patched_versions: z.nullable(z.string()),
    vulnerable_functions: z.nullable(z.array(z.string())),
  }),
);
export const AdvisoryVulnerability: Named<AdvisoryVulnerability> = advisoryVulnerabilitySchema;

const score = /* @__PURE__ */ lazy(() =>
  z.nullable(z.looseObject({ vector_string: z.nullable(z.string()), score: z.nullable(z.number()) })),
);

/** A security advisory of a repository (document 3). */
export interface Advisory extends OutputOf<typeof advisorySchema> {}
const advisorySchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...alike(z.string(), "svcsa_id", "url", "html_url", "summary"),
    ...alike(
      z.nullable(z.string()),
      "cve_id",
      "description",
      "created_at",
      "updated_at",
      "published_at",
      "closed_at",
      "withdrawn_at",
    ),
    severity: z.nullable(open("critical", "high", "medium", "low")),
    ...alike(z.nullable(User()), "author", "publisher"),
    identifiers: z.array(z.looseObject({ type: vendorValues(open("CVE", "SVCSA")), value: z.string() })),
    state: open("published", "closed", "withdrawn", "draft", "triage"),
    submission: z.nullable(z.looseObject({ accepted: z.boolean() })),
    vulnerabilities: z.nullable(z.array(AdvisoryVulnerability())),
    // The newest API version leaves it out: `cvss_severities` says the same, and more.
    cvss: z.optional(score()),
    cvss_severities: z.optional(z.nullable(z.looseObject(alike(z.optional(score()), "cvss_v3", "cvss_v4")))),
    cwes: z.nullable(z.array(z.looseObject({ cwe_id: z.string(), name: z.string() }))),
    cwe_ids: z.nullable(z.array(z.string())),
    credits: z.nullable(
      z.array(z.looseObject({ login: z.optional(z.string()), type: z.optional(open(...CREDIT_TYPES)) })),
    ),
    credits_detailed: z.nullable(z.array(AdvisoryCredit())),
    collaborating_users: z.nullable(z.array(User())),
    collaborating_teams: z.nullable(z.array(Team())),
    private_fork: z.nullable(SimpleRepository()),
  }),
);
export const Advisory: Named<Advisory> = advisorySchema;
