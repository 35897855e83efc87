import { undiciTransport } from "@forgehand/core/undici";
import * as z from "zod/mini";
import { problemOf } from "../../problem.ts";
import type { Run } from "../../run/run.ts";

/** Milliseconds that the issuer has to answer: what it knows is known here too, but for what is new. */
const PATIENCE = 5000;

const Discovery = z.object({ claims_supported: z.array(z.string()) });

/** The API's address where the service is no server of one's own, with the host's name. */
const HOSTED = /^https:\/\/api\.(github\.com|[\w-]+\.ghe\.com)(?:\/|$)/;

/** Does the service certainly run elsewhere than on a server of one's own? */
export function isHosted(apiUrl: string): boolean {
  return HOSTED.test(apiUrl);
}

/** The issuer of a service's identity tokens, by its API's address (public documents). */
export function issuerOf(apiUrl: string): string | undefined {
  const [, host] = HOSTED.exec(apiUrl) ?? [];
  if (host === "github.com") return "https://token.actions.githubusercontent.com";
  if (host !== undefined) return `https://token.actions.${host}`;
  const [, server] = /^(https?:\/\/[^/]+)\/api\/v3\/?$/.exec(apiUrl) ?? [];
  return server === undefined ? undefined : `${server}/_services/token`;
}

/** The claims that the issuer's discovery document names; none where it can't be read. */
export async function supportedClaims(run: Run): Promise<readonly string[]> {
  const issuer = issuerOf(run.apiUrl);
  if (issuer === undefined) return [];
  const send = undiciTransport();
  try {
    const { status, text } = await send({
      ...{ method: "GET", headers: { accept: "application/json" }, body: undefined, responseType: "text" as const },
      url: new URL(`${issuer}/.well-known/openid-configuration`),
      signal: AbortSignal.any([run.stopping, AbortSignal.timeout(PATIENCE)]),
    });
    if (status === 200) return Discovery.parse(JSON.parse(text)).claims_supported;
    run.log.debug?.(`${issuer} answered ${status}, so what claims it knows is not known.`);
  } catch (error) {
    run.log.debug?.(`What claims ${issuer} knows can't be read: ${problemOf(error)}`);
  } finally {
    await send.close();
  }
  return [];
}
