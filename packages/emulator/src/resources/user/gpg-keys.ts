import { createGpgKey, deleteGpgKey, getGpgKey, listGpgKeys, listGpgKeysOfUser } from "@forgehand/core/operations";
import { type GpgKeyContent, readGpgKey, UnreadableGpgKey } from "../../gpg/key.ts";
import { asUser, listed, onAccount } from "../../http/call.ts";
import { notFound, rejected } from "../../http/refusal.ts";
import { renderGpgKey } from "../../objects/gpg-key.ts";
import type { Account } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import * as state from "../../state/gpg-keys.ts";
import { timestamp } from "../../timestamp.ts";

export const gpgKeys = [
  asUser(listGpgKeys, (_input, call) =>
    listed(call, state.gpgKeysOf(call.world.db, call.user.id, call.window), (key) =>
      renderGpgKey(call.world, call.user, key),
    ),
  ),

  asUser(createGpgKey, async ({ name, armored_public_key }, { world, user }) => {
    const content = await read(armored_public_key);
    refuseKnown(world.db, content);
    const id = state.addGpgKey(world.db, user.id, name ?? null, content, timestamp(world.now()));
    return renderGpgKey(world, user, find(world.db, user, id));
  }),

  asUser(getGpgKey, ({ gpg_key_id }, { world, user }) => renderGpgKey(world, user, find(world.db, user, gpg_key_id))),

  asUser(deleteGpgKey, ({ gpg_key_id }, { world, user }) => {
    state.deleteGpgKey(world.db, find(world.db, user, gpg_key_id));
    return undefined;
  }),

  onAccount(listGpgKeysOfUser, (_input, call) =>
    listed(call, state.gpgKeysOf(call.world.db, call.subject.id, call.window), (key) =>
      renderGpgKey(call.world, call.subject, key),
    ),
  ),
];

function find(db: Database, user: Account, id: number): state.GpgKey {
  const key = state.findGpgKey(db, user.id, id);
  if (!key) throw notFound();
  return key;
}

async function read(armored: string): Promise<GpgKeyContent> {
  try {
    return await readGpgKey(armored);
  } catch (error) {
    if (!(error instanceof UnreadableGpgKey)) throw error;
    throw rejected("GpgKey", "armored_public_key", error.message);
  }
}

/** A key is one account's alone, and so are its subkeys. */
function refuseKnown(db: Database, { key_id, subkeys }: GpgKeyContent): void {
  const known = state.knownKeyIds(db, [key_id, ...subkeys.map((subkey) => subkey.key_id)]);
  if (known.includes(key_id)) throw rejected("GpgKey", "key_id", "key_id already exists");
  if (known.length === 0) return;
  throw rejected(
    "GpgKey",
    "subkeys",
    `The key was not added because one or more subkeys already exist: ${known.join(", ")}`,
  );
}
