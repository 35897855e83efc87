import * as z from "zod/mini";
import { CREDIT_TYPES, ECOSYSTEMS } from "../advisory-words.ts";
import type { Rule } from "../definition.ts";
import { HOSTED } from "../edition.ts";
import { advisoryAccess, listAdvisories, PUBLIC_ADVISORIES } from "../families/advisories.ts";
import { Advisory } from "../objects/advisory.ts";
import { operation } from "../operation.ts";

// The documents name these without showing them: the shapes are the public description's.

const write = () => advisoryAccess("write", ["repository-admin", "security-manager"]);

const optionalText = () => z.optional(z.nullable(z.string()));
const optionalTexts = () => z.optional(z.nullable(z.array(z.string())));

const vulnerabilities = () =>
  z.array(
    z.object({
      package: z.object({
        ecosystem: z.enum(ECOSYSTEMS),
        name: optionalText(),
      }),
      vulnerable_version_range: optionalText(),
      patched_versions: optionalText(),
      vulnerable_functions: optionalTexts(),
    }),
  );

const shared = () => ({
  cve_id: optionalText(),
  cwe_ids: optionalTexts(),
  credits: z.optional(
    z.nullable(
      z.array(
        z.object({
          login: z.string(),
          type: z.enum(CREDIT_TYPES),
        }),
      ),
    ),
  ),
  severity: z.optional(z.nullable(z.enum(["critical", "high", "medium", "low"]))),
  cvss_vector_string: optionalText(),
});

const summary = () => z.string().check(z.maxLength(1024));
const description = () => z.string().check(z.maxLength(65535));

/** The advisories of a repository; those who may not see drafts see the published ones. */
export const listRepositoryAdvisories = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/security-advisories", () =>
  listAdvisories(PUBLIC_ADVISORIES),
);

/** One advisory of a repository. */
export const getRepositoryAdvisory = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/security-advisories/{svcsa_id}",
  () => ({
    success: { 200: Advisory() },
    otherStatuses: [403, 404],
    access: PUBLIC_ADVISORIES,
    retry: "safe",
    editions: HOSTED,
  }),
);

/** How bad it is, is told in a word or as a vector (public description). */
const SEVERITY: Rule = {
  fields: ["severity", "cvss_vector_string"],
  message: "the severity is told in a word or as a vector, not both",
  holds: ({ severity, cvss_vector_string: vector }) => (severity ?? null) === null || (vector ?? null) === null,
};

/** Draft an advisory. */
export const createRepositoryAdvisory = /* @__PURE__ */ operation(
  "POST /repos/{owner}/{repo}/security-advisories",
  () => ({
    body: z.object({
      summary: summary(),
      description: description(),
      vulnerabilities: vulnerabilities(),
      ...shared(),
      start_private_fork: z._default(z.boolean(), false),
    }),
    success: { 201: Advisory() },
    otherStatuses: [403, 404, 422],
    access: write(),
    retry: "never",
    rules: [SEVERITY],
    editions: HOSTED,
  }),
);

/** Change, publish or close an advisory. */
export const updateRepositoryAdvisory = /* @__PURE__ */ operation(
  "PATCH /repos/{owner}/{repo}/security-advisories/{svcsa_id}",
  () => ({
    body: z.object({
      summary: z.optional(summary()),
      description: z.optional(description()),
      vulnerabilities: z.optional(vulnerabilities()),
      ...shared(),
      state: z.optional(z.enum(["published", "closed", "draft"])),
      collaborating_users: optionalTexts(),
      collaborating_teams: optionalTexts(),
    }),
    success: { 200: Advisory() },
    otherStatuses: [403, 404, 422],
    access: write(),
    retry: "idempotent",
    rules: [SEVERITY],
    editions: HOSTED,
  }),
);
