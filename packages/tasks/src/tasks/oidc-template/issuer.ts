import { undiciTransport } from "@forgehand/core/undici";
import * as z from "zod/mini";
import { describeError } from "../../problem.ts";
import type { RunContext } from "../../run/run-context.ts";

/** Milliseconds to wait for the issuer. Its discovery document is only needed for claims unknown to this action. */
const DISCOVERY_TIMEOUT = 5000;

/** Maximum size of the discovery document in bytes. */
const MAX_DISCOVERY_SIZE = { text: 1_000_000, bytes: 0 };

const DiscoverySchema = z.object({ claims_supported: z.array(z.string()) });

/** API URLs of GitHub's own hosts. Captures the host name. */
const HOSTED_API_URL = /^https:\/\/api\.(github\.com|[\w-]+\.ghe\.com)(?:\/|$)/;

/** Returns true if the address is certainly GitHub's, not a self-hosted server's. */
export function isHosted(apiUrl: string): boolean {
  return HOSTED_API_URL.test(apiUrl);
}

/** Returns the issuer of a service's identity tokens; undefined if it can't be derived from the API address. */
export function issuerOf(apiUrl: string): string | undefined {
  const [, host] = HOSTED_API_URL.exec(apiUrl) ?? [];
  if (host === "github.com") return "https://token.actions.githubusercontent.com";
  if (host !== undefined) return `https://token.actions.${host}`;
  const [, server] = /^(https?:\/\/[^/]+)\/api\/v3\/?$/.exec(apiUrl) ?? [];
  return server === undefined ? undefined : `${server}/_services/token`;
}

/**
 * Returns the audience of tokens for which a job requests none: the web page of the repository's owner; undefined if it
 * can't be derived from the API address.
 */
export function defaultAudience(apiUrl: string, owner: string): string | undefined {
  const [, host] = HOSTED_API_URL.exec(apiUrl) ?? [];
  const [, server] = /^(https?:\/\/[^/]+)\/api\/v3\/?$/.exec(apiUrl) ?? [];
  const web = host === undefined ? server : `https://${host}`;
  return web === undefined ? undefined : `${web}/${owner}`;
}

/** Reads the claims of the issuer's discovery document; empty if it can't be read. */
export async function supportedClaims(run: RunContext): Promise<readonly string[]> {
  const issuer = issuerOf(run.apiUrl);
  if (issuer === undefined) return [];
  const send = undiciTransport();
  try {
    const { status, text } = await send({
      method: "GET",
      headers: { accept: "application/json" },
      body: undefined,
      responseType: "text" as const,
      maxBytes: MAX_DISCOVERY_SIZE,
      url: new URL(`${issuer}/.well-known/openid-configuration`),
      signal: AbortSignal.any([run.stopping, AbortSignal.timeout(DISCOVERY_TIMEOUT)]),
    });
    if (status === 200) return DiscoverySchema.parse(JSON.parse(text)).claims_supported;
    run.log.debug?.(`${issuer} responded with ${status}, so its claims are unknown.`);
  } catch (error) {
    run.log.debug?.(`The claims of ${issuer} can't be read: ${describeError(error)}`);
  } finally {
    await send.close();
  }
  return [];
}
