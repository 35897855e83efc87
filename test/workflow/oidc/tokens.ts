import type { Emulator } from "@forgehand/emulator";
import { decodeJwt } from "jose";
import * as z from "zod/mini";
import type { TokenClaims } from "../../../packages/core/src/oidc/evaluate-trust.fixture.ts";
import { ID_TOKEN, requestIdToken } from "../../../packages/emulator/src/oidc/id-token.fixture.ts";

const ClaimsSchema = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.string(),
  repository: z.string(),
  repository_id: z.string(),
});

export type JobToStart = Parameters<Emulator["control"]["startJob"]>[0];

/** Starts a job and returns the claims of its identity token. */
export async function issueToken({ control }: Emulator, job: JobToStart, audience?: string): Promise<TokenClaims> {
  const token = await requestIdToken(control.startJob({ permissions: ID_TOKEN, ...job }), audience);
  return ClaimsSchema.parse(decodeJwt(token));
}
