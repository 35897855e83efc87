import * as z from "zod/mini";
import { GpgKey } from "../objects/gpg-key.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { PUBLIC_ACCESS, userAccess } from "../permission-access.ts";
import { change, create, get } from "../reads-and-writes.ts";

const path = () => z.object({ gpg_key_id: z.int() });

/**
 * Lists the caller's GPG keys.
 * @see https://docs.github.com/rest/users/gpg-keys#list-gpg-keys-for-the-authenticated-user
 */
export const listGpgKeys = operation("GET /user/gpg_keys", () => ({
  ...list(GpgKey.schema()),
  otherStatuses: [304, 401, 403, 404],
  access: userAccess("gpg_keys", "read", ["read:gpg_key"]),
}));

/**
 * Adds a GPG key to the caller's account.
 * @see https://docs.github.com/rest/users/gpg-keys#create-a-gpg-key-for-the-authenticated-user
 */
export const createGpgKey = operation("POST /user/gpg_keys", () => ({
  body: z.object({ name: z.optional(z.string()), armored_public_key: z.string() }),
  ...create({ access: userAccess("gpg_keys", "write", ["write:gpg_key"]) }, GpgKey.schema(), [304, 401, 403, 404, 422]),
}));

/**
 * Gets one of the caller's GPG keys.
 * @see https://docs.github.com/rest/users/gpg-keys#get-a-gpg-key-for-the-authenticated-user
 */
export const getGpgKey = operation("GET /user/gpg_keys/{gpg_key_id}", () => ({
  path: path(),
  ...get({ access: userAccess("gpg_keys", "read", ["read:gpg_key"]) }, GpgKey.schema(), [304, 401, 403, 404]),
}));

/**
 * Deletes one of the caller's GPG keys.
 * @see https://docs.github.com/rest/users/gpg-keys#delete-a-gpg-key-for-the-authenticated-user
 */
export const deleteGpgKey = operation("DELETE /user/gpg_keys/{gpg_key_id}", () => ({
  path: path(),
  ...change({ access: userAccess("gpg_keys", "write", ["admin:gpg_key"]) }, [304, 401, 403, 404, 422]),
}));

/**
 * Lists the GPG keys of a user.
 * @see https://docs.github.com/rest/users/gpg-keys#list-gpg-keys-for-a-user
 */
export const listGpgKeysOfUser = operation("GET /users/{username}/gpg_keys", () => ({
  ...list(GpgKey.schema()),
  access: PUBLIC_ACCESS,
}));
