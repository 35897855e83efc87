import { InputError, invalidField } from "../errors.ts";
import { canReceiveToken } from "../internal/token-url.ts";

/** @throws InputError if credentials would be sent without encryption, and that is not explicitly allowed */
export function checkEncryption(baseUrl: URL, hasCredentials: boolean, allowHttp: boolean | undefined): void {
  if (allowHttp !== undefined && typeof allowHttp !== "boolean")
    throw invalidField("allowHttp", "must be true or false");
  if (allowHttp || !hasCredentials || canReceiveToken(baseUrl)) return;
  throw new InputError(
    "The base URL must use https, since others could read the token otherwise. To accept that, set allowHttp: true.",
    { field: "baseUrl" },
  );
}
