import * as z from "zod/mini";
import type { Access } from "../access.ts";
import { PUBLIC } from "../allow.ts";
import { HOSTED } from "../edition.ts";
import { RateLimits } from "../objects/rate-limit.ts";
import { ServiceMeta } from "../objects/service.ts";
import { operation } from "../operation.ts";

const access: Access = { tokens: [...PUBLIC, "app"], needs: [[]] };

/** The caller's limits; asking takes nothing from them. Null where the service has none (public description). */
export const getRateLimits = /* @__PURE__ */ operation("GET /rate_limit", () => ({
  success: { 200: RateLimits() },
  absent: { 404: null },
  otherStatuses: [304],
  access,
  retry: "safe",
  pace: { resource: null },
}));

/** The API versions that the service knows (public description). */
export const listApiVersions = /* @__PURE__ */ operation("GET /versions", () => ({
  success: { 200: z.array(z.string()) },
  otherStatuses: [404],
  access,
  retry: "safe",
  editions: HOSTED,
}));

/** Addresses and keys of the service (public description). */
export const getServiceMeta = /* @__PURE__ */ operation("GET /meta", () => ({
  success: { 200: ServiceMeta() },
  otherStatuses: [304],
  access,
  retry: "safe",
}));
