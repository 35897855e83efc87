import * as z from "zod/mini";
import { type Access, GIVEN_TOKENS, type Level } from "../access.ts";
import { BASE64, PAGES, pageQuery, repositoryIds } from "../fields.ts";
import { MinimalRepository } from "../objects/repository.ts";
import { once } from "../once.ts";
import { operation, type Rule } from "../operation.ts";

/** An organization's updater secret; its value is never shown (document 2, updater secret). */
export interface OrganizationSecret extends z.output<ReturnType<typeof OrganizationSecret>> {}
export const OrganizationSecret = /* @__PURE__ */ once(() =>
  z.looseObject({
    name: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    visibility: z.enum(["all", "private", "selected"]),
    selected_repositories_url: z.optional(z.string()),
  }),
);

/** The key that secrets are sealed for: 32 bytes in base64 (document 2). */
export interface PublicKey extends z.output<ReturnType<typeof PublicKey>> {}
export const PublicKey = /* @__PURE__ */ once(() => z.looseObject({ key_id: z.string(), key: z.string() }));

const access = (level: Level): Access => ({
  tokens: GIVEN_TOKENS,
  needs: [[{ permission: "organization_updater_secrets", level }], [{ scope: "admin:org" }]],
  role: "organization-owner",
});

const SELECTED_ONLY: Rule = {
  fields: ["selected_repository_ids", "visibility"],
  message: 'selected_repository_ids is allowed only when visibility is "selected"',
  holds: (input) => input["selected_repository_ids"] === undefined || input["visibility"] === "selected",
};

/** An organization's updater secrets (document 2, Updater secrets). */
export const listOrganizationUpdaterSecrets = /* @__PURE__ */ operation("GET /orgs/{org}/updater/secrets", () => ({
  query: pageQuery(),
  success: { 200: z.looseObject({ total_count: z.int(), secrets: z.array(OrganizationSecret()) }) },
  errors: [403, 404],
  access: access("read"),
  retry: "safe",
  paging: { ...PAGES, items: "secrets" },
}));

/** The public key to seal an organization's updater secrets for (document 2, Updater secrets). */
export const getOrganizationUpdaterPublicKey = /* @__PURE__ */ operation(
  "GET /orgs/{org}/updater/secrets/public-key",
  () => ({
    success: { 200: PublicKey() },
    errors: [403, 404],
    access: access("read"),
    retry: "safe",
  }),
);

/** One updater secret, without its value; null where there is none (document 2, Updater secrets). */
export const getOrganizationUpdaterSecret = /* @__PURE__ */ operation(
  "GET /orgs/{org}/updater/secrets/{secret_name}",
  () => ({
    success: { 200: OrganizationSecret() },
    absent: { 404: null },
    errors: [403],
    access: access("read"),
    retry: "safe",
  }),
);

/**
 * Create or replace an updater secret. What is left out is lost: visibility and selected repositories are replaced
 * together with the value (document 2, Updater secrets).
 */
export const putOrganizationUpdaterSecret = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/updater/secrets/{secret_name}",
  () => ({
    body: z.object({
      encrypted_value: z.optional(z.string().check(z.regex(BASE64, "a sealed value is standard base64"))),
      key_id: z.optional(z.string()),
      visibility: z.enum(["all", "private", "selected"]),
      selected_repository_ids: z.optional(repositoryIds()),
    }),
    success: { 201: "created", 204: "updated" },
    errors: [403, 404, 422],
    access: access("write"),
    retry: "idempotent",
    rules: [SELECTED_ONLY],
  }),
);

/** Delete an updater secret (document 2, Updater secrets). */
export const deleteOrganizationUpdaterSecret = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/updater/secrets/{secret_name}",
  () => ({
    success: { 204: undefined },
    errors: [403, 404],
    access: access("write"),
    retry: "idempotent",
  }),
);

/** The repositories that may read a secret whose visibility is `selected` (document 2, Updater secrets). */
export const listOrganizationUpdaterSecretRepositories = /* @__PURE__ */ operation(
  "GET /orgs/{org}/updater/secrets/{secret_name}/repositories",
  () => ({
    query: pageQuery(),
    success: { 200: z.looseObject({ total_count: z.int(), repositories: z.array(MinimalRepository()) }) },
    errors: [403, 404, 409],
    access: access("read"),
    retry: "safe",
    paging: { ...PAGES, items: "repositories" },
  }),
);

/** Replace the repositories that may read a secret; 409 where its visibility is not `selected` (public description). */
export const setOrganizationUpdaterSecretRepositories = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/updater/secrets/{secret_name}/repositories",
  () => ({
    body: z.object({ selected_repository_ids: repositoryIds() }),
    success: { 204: undefined },
    errors: [403, 404, 409, 422],
    access: access("write"),
    retry: "idempotent",
  }),
);
