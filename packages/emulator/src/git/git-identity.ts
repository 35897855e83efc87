import type { Dialect } from "@forgehand/core/dialects";
import type { Account } from "../state/accounts.ts";

/** A name and email address in commits. */
export interface GitIdentity {
  readonly name: string;
  readonly email: string;
}

/** Returns the identity of a user or a bot. Without a public address, it has the one that the service provides. */
export function gitIdentityOf({ mediaTypeVendor }: Dialect, { id, login, name, email }: Account): GitIdentity {
  return { name: name ?? login, email: email ?? `${id}+${login}@users.noreply.${mediaTypeVendor}.com` };
}
