import * as z from "zod/mini";
import { CREDIT_TYPES, ECOSYSTEMS } from "../advisory-values.ts";
import { CLOUD_EDITIONS } from "../edition.ts";
import { Advisory } from "../objects/advisory.ts";
import { operation } from "../operation.ts";
import { get, update } from "../reads-and-writes.ts";
import { SEVERITY_RULE } from "../rules/advisories.ts";
import { advisoryAccess, listAdvisories, PUBLISHED_ADVISORIES_ACCESS } from "../shared/advisories.ts";

// The operations follow the public documentation, their schemas the public API description.

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

const sharedFields = () => ({
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

/**
 * Lists the security advisories of a repository; without access to drafts, only the published ones.
 * @see https://docs.github.com/rest/security-advisories/repository-advisories#list-repository-security-advisories
 */
export const listRepositoryAdvisories = operation("GET /repos/{owner}/{repo}/security-advisories", () =>
  listAdvisories(PUBLISHED_ADVISORIES_ACCESS),
);

/**
 * Gets a security advisory of a repository.
 * @see https://docs.github.com/rest/security-advisories/repository-advisories#get-a-repository-security-advisory
 */
export const getRepositoryAdvisory = operation("GET /repos/{owner}/{repo}/security-advisories/{svcsa_id}", () =>
  get({ access: PUBLISHED_ADVISORIES_ACCESS, editions: CLOUD_EDITIONS }, Advisory.schema(), [403, 404]),
);

/**
 * Creates a draft security advisory.
 * @see https://docs.github.com/rest/security-advisories/repository-advisories#create-a-repository-security-advisory
 */
export const createRepositoryAdvisory = operation("POST /repos/{owner}/{repo}/security-advisories", () => ({
  body: z.object({
    summary: summary(),
    description: description(),
    vulnerabilities: vulnerabilities(),
    ...sharedFields(),
    start_private_fork: z._default(z.boolean(), false),
  }),
  success: { 201: Advisory.schema() },
  otherStatuses: [403, 404, 422],
  access: write(),
  retry: "never",
  rules: [SEVERITY_RULE],
  editions: CLOUD_EDITIONS,
}));

/**
 * Updates, publishes or closes a security advisory.
 * @see https://docs.github.com/rest/security-advisories/repository-advisories#update-a-repository-security-advisory
 */
export const updateRepositoryAdvisory = operation("PATCH /repos/{owner}/{repo}/security-advisories/{svcsa_id}", () => ({
  body: z.object({
    summary: z.optional(summary()),
    description: z.optional(description()),
    vulnerabilities: z.optional(vulnerabilities()),
    ...sharedFields(),
    state: z.optional(z.enum(["published", "closed", "draft"])),
    collaborating_users: optionalTexts(),
    collaborating_teams: optionalTexts(),
  }),
  ...update({ access: write(), editions: CLOUD_EDITIONS }, Advisory.schema(), [403, 404, 422]),
  rules: [SEVERITY_RULE],
}));
