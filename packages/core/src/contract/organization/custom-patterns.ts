import * as z from "zod/mini";
import type { Rule } from "../definition.ts";
import { HOSTED } from "../edition.ts";
import { ORGANIZATION_PATTERNS } from "../families/pattern-configuration.ts";
import { direction } from "../fields.ts";
import { CustomPattern } from "../objects/custom-pattern.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { alike } from "../schema.ts";

// Kinds of secret that an organization describes for itself (document 1, permission matrix; shapes: public description).

const version = () => z.optional(z.nullable(z.string()));

/** The custom patterns of an organization. Numbered pages; whoever sends a cursor gets pages by cursor. */
export const listCustomPatterns = /* @__PURE__ */ operation("GET /orgs/{org}/secret-scanning/custom-patterns", () => ({
  ...list(CustomPattern(), {
    state: z.optional(z.enum(["published", "unpublished"])),
    push_protection: z.optional(z.enum(["enabled", "disabled"])),
    sort: z._default(z.enum(["created", "updated", "name"]), "created"),
    direction: z._default(direction(), "desc"),
    ...alike(z.optional(z.string()), "before", "after"),
  }),
  otherStatuses: [403, 404],
  access: ORGANIZATION_PATTERNS.read,
  editions: HOSTED,
}));

/** Create custom patterns, all of them or none; each name is the only one. */
export const createCustomPatterns = /* @__PURE__ */ operation(
  "POST /orgs/{org}/secret-scanning/custom-patterns",
  () => ({
    body: z.object({
      patterns: z.array(
        z.object({
          ...alike(z.string(), "name", "pattern"),
          start_delimiter: z._default(z.string(), "\\A|[^0-9A-Za-z]"),
          end_delimiter: z._default(z.string(), "\\z|[^0-9A-Za-z]"),
          ...alike(z.optional(z.array(z.string())), "must_match", "must_not_match"),
        }),
      ),
    }),
    success: { 201: z.looseObject({ created_patterns: z.optional(z.array(CustomPattern())) }) },
    otherStatuses: [400, 403, 404, 422],
    access: ORGANIZATION_PATTERNS.write,
    retry: "verify",
    editions: HOSTED,
  }),
);

/** Delete custom patterns, all of them or none; 412 where a version is no longer the current one. */
export const deleteCustomPatterns = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/secret-scanning/custom-patterns",
  () => ({
    body: z.object({
      patterns: z.array(z.object({ pattern_id: z.int(), custom_pattern_version: version() })).check(z.maxLength(500)),
      post_delete_action: z._default(z.enum(["delete_alerts", "resolve_alerts"]), "delete_alerts"),
    }),
    success: { 204: undefined },
    otherStatuses: [400, 403, 404, 412],
    access: ORGANIZATION_PATTERNS.write,
    retry: "idempotent",
    editions: HOSTED,
  }),
);

const CHANGES = ["pattern", "start_delimiter", "end_delimiter", "must_match", "must_not_match"];

const changesSomething: Rule = {
  fields: CHANGES,
  message: "one of them has to be given",
  holds: (input) => CHANGES.some((field) => input[field] !== undefined),
};

/** Change a custom pattern; 412 where `custom_pattern_version` is no longer the current one. */
export const updateCustomPattern = /* @__PURE__ */ operation(
  "PATCH /orgs/{org}/secret-scanning/custom-patterns/{pattern_id}",
  () => ({
    path: z.object({ pattern_id: z.int() }),
    body: z.object({
      ...alike(z.optional(z.string()), "pattern", "start_delimiter", "end_delimiter"),
      ...alike(z.optional(z.array(z.string())), "must_match", "must_not_match"),
      custom_pattern_version: z.nullable(z.string()),
    }),
    success: { 200: CustomPattern() },
    otherStatuses: [400, 403, 404, 412, 422],
    access: ORGANIZATION_PATTERNS.write,
    // The version guards: a second try with the old one is refused.
    retry: "verify",
    editions: HOSTED,
    rules: [changesSomething],
  }),
);
