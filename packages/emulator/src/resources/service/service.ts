import { isIP } from "node:net";
import { API_VERSIONS } from "@forgehand/core/contract";
import { getRateLimits, getServiceMeta, listApiVersions } from "@forgehand/core/operations";
import { handle } from "../../http/call.ts";
import { rateLimitsOf } from "../../limits/answers.ts";

export const service = [
  handle(getRateLimits, (_input, { standings }) => rateLimitsOf(standings())),

  handle(listApiVersions, () => [...API_VERSIONS]),

  handle(getServiceMeta, (_input, { world }) => {
    const { hostname } = new URL(world.webUrl);
    const address = hostname.replace(/^\[|\]$/g, "");
    const family = isIP(address);
    // Everything comes from where it listens: webhooks, pages, the API.
    const here = family === 0 ? [] : [`${address}/${family === 4 ? 32 : 128}`];
    return {
      verifiable_password_authentication: false,
      ...{ hooks: here, web: here, api: here },
      domains: { website: [hostname] },
    };
  }),
];
