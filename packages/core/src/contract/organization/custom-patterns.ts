import * as z from "zod/mini";
import { CLOUD_EDITIONS } from "../edition.ts";
import { sortDirection } from "../fields.ts";
import { CustomPattern } from "../objects/custom-pattern.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { change, create } from "../reads-and-writes.ts";
import { CHANGE_RULE } from "../rules/custom-patterns.ts";
import { fieldsWith } from "../schema.ts";
import { ORGANIZATION_PATTERNS } from "../shared/pattern-configuration.ts";

// Secret types defined by an organization. Access follows the public documentation, the schemas follow the
// public API description.

const version = () => z.optional(z.nullable(z.string()));

/**
 * Lists the custom patterns of an organization, in numbered pages or, if `before` or `after` is given, by cursor.
 * @see https://docs.github.com/rest/secret-scanning/custom-patterns#list-organization-custom-patterns
 */
export const listCustomPatterns = operation("GET /orgs/{org}/secret-scanning/custom-patterns", () => ({
  ...list(CustomPattern.schema(), {
    state: z.optional(z.enum(["published", "unpublished"])),
    push_protection: z.optional(z.enum(["enabled", "disabled"])),
    sort: z._default(z.enum(["created", "updated", "name"]), "created"),
    direction: z._default(sortDirection(), "desc"),
    ...fieldsWith(z.optional(z.string()), "before", "after"),
  }),
  otherStatuses: [403, 404],
  ...ORGANIZATION_PATTERNS.read,
  editions: CLOUD_EDITIONS,
}));

/**
 * Creates custom patterns, either all of them or none; names must be unique.
 * @see https://docs.github.com/rest/secret-scanning/custom-patterns#bulk-create-organization-custom-patterns
 */
export const createCustomPatterns = operation("POST /orgs/{org}/secret-scanning/custom-patterns", () => ({
  body: z.object({
    patterns: z.array(
      z.object({
        ...fieldsWith(z.string(), "name", "pattern"),
        start_delimiter: z._default(z.string(), "\\A|[^0-9A-Za-z]"),
        end_delimiter: z._default(z.string(), "\\z|[^0-9A-Za-z]"),
        ...fieldsWith(z.optional(z.array(z.string())), "must_match", "must_not_match"),
      }),
    ),
  }),
  ...create(
    ORGANIZATION_PATTERNS.write,
    z.looseObject({ created_patterns: z.optional(z.array(CustomPattern.schema())) }),
    [400, 403, 404, 422],
  ),
  editions: CLOUD_EDITIONS,
}));

/**
 * Deletes custom patterns, either all of them or none; 412 if a version is not the current one.
 * @see https://docs.github.com/rest/secret-scanning/custom-patterns#bulk-delete-organization-custom-patterns
 */
export const deleteCustomPatterns = operation("DELETE /orgs/{org}/secret-scanning/custom-patterns", () => ({
  body: z.object({
    patterns: z.array(z.object({ pattern_id: z.int(), custom_pattern_version: version() })).check(z.maxLength(500)),
    post_delete_action: z._default(z.enum(["delete_alerts", "resolve_alerts"]), "delete_alerts"),
  }),
  ...change(ORGANIZATION_PATTERNS.write, [400, 403, 404, 412]),
  editions: CLOUD_EDITIONS,
}));

/**
 * Updates a custom pattern; 412 if `custom_pattern_version` is not the current one.
 * @see https://docs.github.com/rest/secret-scanning/custom-patterns#update-an-organization-custom-pattern
 */
export const updateCustomPattern = operation("PATCH /orgs/{org}/secret-scanning/custom-patterns/{pattern_id}", () => ({
  path: z.object({ pattern_id: z.int() }),
  body: z.object({
    ...fieldsWith(z.optional(z.string()), "pattern", "start_delimiter", "end_delimiter"),
    ...fieldsWith(z.optional(z.array(z.string())), "must_match", "must_not_match"),
    custom_pattern_version: z.nullable(z.string()),
  }),
  success: { 200: CustomPattern.schema() },
  otherStatuses: [400, 403, 404, 412, 422],
  ...ORGANIZATION_PATTERNS.write,
  // The version prevents lost updates: a retry with the old version is rejected.
  retry: "verify",
  editions: CLOUD_EDITIONS,
  rules: [CHANGE_RULE],
}));
