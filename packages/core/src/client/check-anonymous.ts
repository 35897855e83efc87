import { invalidField } from "../errors.ts";

interface CredentialOptions {
  readonly credentials?: unknown;
  readonly anonymous?: unknown;
}

/** @throws InputError if it is unclear whether calls without credentials are intended */
export function checkAnonymous(options: CredentialOptions): void {
  const { anonymous, credentials } = options;
  if (anonymous !== undefined && anonymous !== true) throw invalidField("anonymous", "must be true or omitted");
  if (anonymous && credentials !== undefined)
    throw invalidField("anonymous", "must not be given together with credentials");
  if (anonymous || !Object.hasOwn(options, "credentials") || credentials !== undefined) return;
  throw invalidField(
    "credentials",
    "is undefined. Is an environment variable not set? Pass a token, or anonymous: true for calls without one",
  );
}
