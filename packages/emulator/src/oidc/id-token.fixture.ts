import { decodeJwt } from "jose";
import * as z from "zod/mini";
import type { Emulator, JobToStart, StartedJob } from "../public.ts";

const IdTokenResponse = z.object({ count: z.int(), value: z.string() });

/** Permission that a job needs for ID tokens. */
export const ID_TOKEN = { "id-token": "write" } as const;

/** Requests an ID token as a job's steps would, without a library. */
export async function sendTokenRequest(
  { env }: Pick<StartedJob, "env">,
  audience?: string,
  bearer = env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"],
): Promise<Response> {
  const audienceParameter = audience === undefined ? "" : `&audience=${encodeURIComponent(audience)}`;
  return fetch(`${env["ACTIONS_ID_TOKEN_REQUEST_URL"]}${audienceParameter}`, {
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
  });
}

export async function requestIdToken(job: StartedJob, audience?: string): Promise<string> {
  const response = await sendTokenRequest(job, audience);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return z.parse(IdTokenResponse, await response.json()).value;
}

/** Returns the claims in a new job's ID token. */
export async function requestClaims({ control }: Pick<Emulator, "control">, job: JobToStart) {
  return decodeJwt(await requestIdToken(control.startJob({ permissions: ID_TOKEN, ...job })));
}
