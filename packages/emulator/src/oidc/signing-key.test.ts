import { expect, test } from "vitest";
import { openDatabase } from "../state/database.ts";
import { addOidcKey, oidcKeys } from "../state/oidc-keys.ts";
import { SCHEMA } from "../state/schema.ts";
import { createKeyring } from "./signing-key.ts";

test("creates one key on first use and stores it with the state", async () => {
  const db = openDatabase(SCHEMA);
  expect(oidcKeys.find(db, {})).toBeUndefined();
  const keyring = createKeyring(db);
  const found = await Promise.all([keyring.publicKey(), keyring.signingKey(), keyring.publicKey()]);
  const storedKey = oidcKeys.find(db, {});
  expect(new Set(found.map(({ kid }) => kid))).toEqual(new Set([storedKey?.kid]));
  // A second keyring acts like another process with the same state. The keys are deleted as by a reset, and added as
  // by a restore.
  expect((await createKeyring(db).publicKey()).kid).toBe(storedKey?.kid);
  db.run("DELETE FROM oidc_keys");
  expect((await keyring.publicKey()).kid).not.toBe(storedKey?.kid);
  db.run("DELETE FROM oidc_keys");
  if (storedKey) addOidcKey(db, storedKey);
  expect((await keyring.signingKey()).kid).toBe(storedKey?.kid);
  db.close();
});

test("exposes no private part of the key", async () => {
  const db = openDatabase(SCHEMA);
  const key = await createKeyring(db).publicKey();
  expect(Object.keys(key).toSorted()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
  expect(key).toMatchObject({ kty: "RSA", alg: "RS256", use: "sig", e: "AQAB" });
  // 2048 bits.
  expect(Buffer.from(key.n, "base64url")).toHaveLength(256);
  db.close();
});
