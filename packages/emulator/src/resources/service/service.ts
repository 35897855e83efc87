import { isIP } from "node:net";
import { API_VERSIONS } from "@forgehand/core/contract";
import { getApiRoot, getRateLimits, getServiceMeta, listApiVersions } from "@forgehand/core/operations";
import { defineHandler } from "../../http/handler.ts";
import { rateLimitsOf } from "../../http/rate-limit-responses.ts";
import { SELF_HOSTED_RELEASE } from "../../http/wire-format.ts";
import { renderApiRoot } from "../../objects/api-root.ts";

export const service = [
  defineHandler(getRateLimits, (_input, { rateLimits }) => rateLimitsOf(rateLimits())),

  defineHandler(getApiRoot, (_input, { context }) => renderApiRoot(context)),

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
      ...(context.edition === "self-hosted" ? { installed_version: SELF_HOSTED_RELEASE } : {}),
    };
  }),
];
