import { createRedactor, type Redact } from "../../internal/redact-secrets.ts";
import { sentSecrets } from "../credentials/sent-secrets.ts";
import type { CallRequest, CallResponse } from "../middleware.ts";

/** Removes the tokens and secrets that were sent with a call from a text that quotes its response. */
export function redactorOf({ sentBy = {} }: Pick<CallResponse, "sentBy">, request: CallRequest): Redact {
  // Calls that share a response also share its secrets.
  return createRedactor(() => [...sentSecrets(request), ...sentSecrets({ id: sentBy, secrets: [] })], request.redact);
}
