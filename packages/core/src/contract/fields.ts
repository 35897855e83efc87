import * as z from "zod/mini";
import type { Paging } from "./operation.ts";

/** Query of a list in numbered pages (document 1, Pagination). */
export const pageQuery = () => z.object({ per_page: z.optional(z.int()), page: z.optional(z.int().check(z.gte(1))) });

/** Most lists: 30 items a page, at most 100. */
export const PAGES: Paging = { kind: "page", perPage: { default: 30, maximum: 100 } };

/** Names of secrets and variables: letters, digits and `_`, no digit first (document 1, Delivery records). */
export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Standard base64 with its padding. */
export const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Ids of repositories. The service takes digits in quotes as well (public description), and some clients send those. */
export const repositoryIds = () => z.array(z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))]));

/** OIDC claim keys: each once, letters, digits and `_` (document 2, OIDC subject template). */
export const claimKeys = () =>
  z
    .array(z.string().check(z.regex(/^[A-Za-z0-9_]+$/, "a claim key has only letters, digits and _")))
    .check(z.refine((keys) => new Set(keys).size === keys.length, "each claim key may appear once"));
