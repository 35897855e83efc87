import type { EmulatorContext } from "../emulator-context.ts";
import { gitIdentityOf } from "../git/git-identity.ts";
import { createSignature, type Signature } from "../git/signature.ts";
import type { Account } from "../state/accounts.ts";

/** Returns an account's signature for a commit that the service creates. */
export function accountSignature({ dialect }: EmulatorContext, account: Account, now: string): Signature {
  const { name, email } = gitIdentityOf(dialect, account);
  const signature = createSignature(name, email, now) ?? createSignature(account.login, email, now);
  if (!signature) throw new Error(`The login ${account.login} is not valid in a Git signature.`);
  return signature;
}
