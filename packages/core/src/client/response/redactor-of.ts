import { createRedactor, type Redact } from "../../internal/redact-secrets.ts";
import { tokensOf } from "../credentials/call-tokens.ts";
import type { CallRequest, CallResponse } from "../middleware.ts";

/** Removes the tokens and secrets that were sent with a call from a text that quotes a response. */
export function redactorOf({ redact }: CallResponse, { id, secrets }: CallRequest): Redact {
  // Responses of custom middleware don't say what was sent.
  return redact ?? createRedactor(() => [...secrets, ...tokensOf(id)]);
}
