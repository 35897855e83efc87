import type { CallRequest } from "../middleware.ts";
import { CREDENTIAL_HEADER, sentHeadersOf, tokensOf } from "./call-tokens.ts";

/** The secrets of a call's input, and the tokens and other credentials that its attempts were sent with. */
export function sentSecrets({ id, secrets }: Pick<CallRequest, "id" | "secrets">): (string | undefined)[] {
  const credentials = sentHeadersOf(id)
    .flatMap((headers) => Object.entries(headers))
    .filter(([name]) => CREDENTIAL_HEADER.test(name));
  return [...secrets, ...tokensOf(id), ...credentials.map(([, value]) => value.replace(/^\S+ /, ""))];
}
