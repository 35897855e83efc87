import type { Account } from "../state/accounts.ts";
import { isVerifiedAddress } from "../state/addresses.ts";
import { type GpgKey, subkeysOf } from "../state/gpg-keys.ts";
import type { World } from "../world.ts";

/** A key of somebody's with its subkeys (document 3, GPG key). An address counts as verified while its owner has it. */
export function renderGpgKey({ db }: World, owner: Account, key: GpgKey) {
  const beside = { primary_key_id: key.id, emails: [], subkeys: [] };
  const subkeys = subkeysOf(db, key.id).map((subkey) => ({ ...keyFields(subkey), ...beside }));
  const emails = key.emails.map((email) => ({ email, verified: isVerifiedAddress(db, owner, email) }));
  return { ...keyFields(key), name: key.name, emails, subkeys };
}

function keyFields({ user_id: _owner, name: _name, emails: _emails, ...fields }: GpgKey) {
  return fields;
}
