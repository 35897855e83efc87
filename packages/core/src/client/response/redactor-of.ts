import { createRedactor, type Redact } from "../../internal/redact-secrets.ts";
import type { CallRequest, CallResponse } from "../middleware.ts";

/**
 * Removes the token and the secrets that were sent from a text that quotes a response.
 * @param token for responses of custom middleware, which don't say what was sent
 */
export function redactorOf({ redact }: CallResponse, { secrets }: CallRequest, token?: string): Redact {
  return redact ?? createRedactor(() => [...secrets, token]);
}
