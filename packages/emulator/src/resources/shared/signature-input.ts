import { gitIdentityOf } from "../../git/git-identity.ts";
import { createSignature, type Signature } from "../../git/signature.ts";
import { type ApiCall, requireActor } from "../../http/handler.ts";
import { invalid } from "../../http-error.ts";
import { timestamp } from "../../timestamp.ts";

/** Identity fields of an author, committer or tagger. Omitted ones default to the caller's. */
export interface IdentityInput {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly date?: string | undefined;
}

/**
 * Returns the signature that an input describes.
 * @throws HttpError 422 if git can't store it
 */
export function signatureFor(
  call: ApiCall,
  field: "author" | "committer" | "tagger",
  { name, email, date }: IdentityInput = {},
): Signature {
  const callerIdentity = gitIdentityOf(call.context.dialect, requireActor(call));
  const now = timestamp(call.context.now());
  const identity = { name: name ?? callerIdentity.name, email: email ?? callerIdentity.email };
  const signature = createSignature(identity.name, identity.email, date ?? now);
  if (signature) return signature;
  const invalidField = createSignature("name", identity.email, now)
    ? createSignature(identity.name, "email", now)
      ? "date"
      : "name"
    : "email";
  throw invalid(`${field}.${invalidField}`, `Git cannot store this ${invalidField}`);
}
