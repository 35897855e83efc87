import { createInstallationToken } from "../../contract/app/installations.ts";
import { castValidated } from "../../contract/call-definition.ts";
import { objectOf } from "../../schema/value-of.ts";
import type { CallPipeline } from "../call-pipeline.ts";
import type { Send } from "../middleware.ts";
import { recordCaller } from "./call-tokens.ts";
import type { InstallationScope } from "./token-source.ts";

interface ExchangeDeps {
  readonly pipeline: CallPipeline;
  /** Sends without a token and outside the rate limits. */
  readonly send: Send;
}

/** Exchanges an app's JWT for an installation token. */
export async function exchangeToken(
  { pipeline, send }: ExchangeDeps,
  jwt: string,
  { installation, ...limits }: InstallationScope,
) {
  const input = { installation_id: Number(installation), ...limits };
  const built = await pipeline.buildRequest(createInstallationToken, input, {});
  // Nothing else in the response is used, so nothing else can make it invalid.
  const request = { ...built, definition: { ...built.definition, success: { 201: { json: GrantedToken } } } };
  recordCaller(request.id, { token: jwt, kind: "app" });
  const response = await send({ ...request, headers: { ...request.headers, authorization: `Bearer ${jwt}` } });
  return castValidated(await pipeline.read(request, response, "strict"));
}

const GrantedToken = objectOf({ token: "string", expires_at: "string" });
