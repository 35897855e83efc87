import { isIP } from "node:net";
import { API_VERSIONS } from "@forgehand/core/contract";
import { getRateLimits, getServiceMeta, listApiVersions } from "@forgehand/core/operations";
import { defineHandler } from "../../http/handler.ts";
import { rateLimitsOf } from "../../http/rate-limit-responses.ts";

export const service = [
  defineHandler(getRateLimits, (_input, { rateLimits }) => rateLimitsOf(rateLimits())),

  defineHandler(listApiVersions, () => [...API_VERSIONS]),

  defineHandler(getServiceMeta, (_input, { context }) => {
    const { hostname } = new URL(context.webUrl);
    const address = hostname.replace(/^\[|\]$/g, "");
    const family = isIP(address);
    // Webhooks, pages and API all use the address that the emulator listens on.
    const addressRanges = family === 0 ? [] : [`${address}/${family === 4 ? 32 : 128}`];
    return {
      verifiable_password_authentication: false,
      hooks: addressRanges,
      web: addressRanges,
      api: addressRanges,
      domains: { website: [hostname] },
    };
  }),
];
