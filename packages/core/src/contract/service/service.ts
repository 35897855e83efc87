import * as z from "zod/mini";
import type { Access } from "../access.ts";
import { CLOUD_EDITIONS } from "../edition.ts";
import { RateLimits } from "../objects/rate-limit.ts";
import { ApiRoot, ServiceMeta } from "../objects/service.ts";
import { operation } from "../operation.ts";
import { ANY_CALLER } from "../permission-access.ts";
import { get, getIfPresent } from "../reads-and-writes.ts";

const access: Access = { tokens: [...ANY_CALLER, "app"], requirements: [[]] };

/**
 * Gets the caller's rate limits without counting toward them; null if the service has none.
 * @see https://docs.github.com/rest/rate-limit/rate-limit#get-rate-limit-status-for-the-authenticated-user
 */
export const getRateLimits = operation("GET /rate_limit", () => ({
  ...getIfPresent({ access }, RateLimits.schema(), [304]),
  pace: { resource: null },
}));

/**
 * Lists the URL templates of the API.
 * @see https://docs.github.com/rest/meta/meta#github-api-root
 */
export const getApiRoot = operation("GET /", () => get({ access }, ApiRoot.schema()));

/**
 * Lists the supported API versions.
 * @see https://docs.github.com/rest/meta/meta#get-all-api-versions
 */
export const listApiVersions = operation("GET /versions", () =>
  get({ access, editions: CLOUD_EDITIONS }, z.array(z.string()), [404]),
);

/**
 * Gets addresses and keys of the service.
 * @see https://docs.github.com/rest/meta/meta#get-apiname-meta-information
 */
export const getServiceMeta = operation("GET /meta", () => get({ access }, ServiceMeta.schema(), [304]));
