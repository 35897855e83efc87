import { decodeJwt } from "jose";
import * as z from "zod/mini";
import type { Emulator, JobToStart, StartedJob } from "../public.ts";

const Told = z.object({ count: z.int(), value: z.string() });

/** What a job's steps do to get an identity token, without any library. */
export async function requestToken(
  { env }: Pick<StartedJob, "env">,
  audience?: string,
  bearer = env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"],
): Promise<Response> {
  const more = audience === undefined ? "" : `&audience=${encodeURIComponent(audience)}`;
  return fetch(`${env["ACTIONS_ID_TOKEN_REQUEST_URL"]}${more}`, {
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
  });
}

/** An identity token of a job. */
export async function tokenOf(job: StartedJob, audience?: string): Promise<string> {
  const answer = await requestToken(job, audience);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return z.parse(Told, await answer.json()).value;
}

/** What a new job's identity token says. */
export async function claimsOf({ control }: Pick<Emulator, "control">, job: JobToStart) {
  return decodeJwt(await tokenOf(control.startJob(job)));
}
