import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import { isVerifiedEmail } from "../state/email-addresses.ts";
import { type GpgKey, gpgKeys } from "../state/gpg-keys.ts";

/** Renders a GPG key with its subkeys. An email is verified if it is a verified address of the owner. */
export function renderGpgKey({ db }: EmulatorContext, owner: Account, key: GpgKey) {
  const subkeyFields = { primary_key_id: key.id, emails: [], subkeys: [] };
  const subkeys = gpgKeys
    .all(db, { primary_key_id: key.id }, "id")
    .map((subkey) => ({ ...keyFields(subkey), ...subkeyFields }));
  const emails = key.emails.map((email) => ({ email, verified: isVerifiedEmail(db, owner, email) }));
  return { ...keyFields(key), name: key.name, emails, subkeys };
}

function keyFields({ user_id: _owner, name: _name, emails: _emails, ...fields }: GpgKey) {
  return fields;
}
