import { createGpgKey, deleteGpgKey, getGpgKey, listGpgKeys, listGpgKeysOfUser } from "@forgehand/core/operations";
import { type GpgKeyContent, InvalidGpgKeyError, parseGpgKey } from "../../gpg/key.ts";
import { accountHandler, renderPage, userHandler } from "../../http/handler.ts";
import { customFieldError, requireFound } from "../../http-error.ts";
import { renderGpgKey } from "../../objects/gpg-key.ts";
import type { Account } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import * as state from "../../state/gpg-keys.ts";
import { timestamp } from "../../timestamp.ts";

export const gpgKeys = [
  userHandler(listGpgKeys, (_input, call) =>
    renderPage(
      call,
      state.gpgKeys.page(call.context.db, { user_id: call.user.id, primary_key_id: null }, "id", call.page),
      (key) => renderGpgKey(call.context, call.user, key),
    ),
  ),

  userHandler(createGpgKey, async ({ name, armored_public_key }, { context, user }) => {
    const content = await parseKey(armored_public_key);
    checkUnused(context.db, content);
    const id = state.addGpgKey(context.db, user.id, name ?? null, content, timestamp(context.now()));
    return renderGpgKey(context, user, findKey(context.db, user, id));
  }),

  userHandler(getGpgKey, ({ gpg_key_id }, { context, user }) =>
    renderGpgKey(context, user, findKey(context.db, user, gpg_key_id)),
  ),

  userHandler(deleteGpgKey, ({ gpg_key_id }, { context, user }) => {
    state.gpgKeys.delete(context.db, { id: findKey(context.db, user, gpg_key_id).id });
  }),

  accountHandler(listGpgKeysOfUser, (_input, call) =>
    renderPage(
      call,
      state.gpgKeys.page(call.context.db, { user_id: call.subject.id, primary_key_id: null }, "id", call.page),
      (key) => renderGpgKey(call.context, call.subject, key),
    ),
  ),
];

function findKey(db: Database, user: Account, id: number): state.GpgKey {
  return requireFound(state.gpgKeys.find(db, { id, user_id: user.id, primary_key_id: null }));
}

async function parseKey(armored: string): Promise<GpgKeyContent> {
  try {
    return await parseGpgKey(armored);
  } catch (error) {
    if (!(error instanceof InvalidGpgKeyError)) throw error;
    throw customFieldError("GpgKey", "armored_public_key", error.message);
  }
}

/** A key and its subkeys can belong to one account only. */
function checkUnused(db: Database, { key_id, subkeys }: GpgKeyContent): void {
  const existingIds = state.knownKeyIds(db, [key_id, ...subkeys.map((subkey) => subkey.key_id)]);
  if (existingIds.includes(key_id)) throw customFieldError("GpgKey", "key_id", "key_id already exists");
  if (existingIds.length === 0) return;
  throw customFieldError(
    "GpgKey",
    "subkeys",
    `The key was not added because one or more subkeys already exist: ${existingIds.join(", ")}`,
  );
}
