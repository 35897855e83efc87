import * as z from "zod/mini";
import { type Database, json } from "./database.ts";

/** The key that signs OIDC tokens. At most one, created when it is first needed. */
export const OIDC_KEY_TABLES = `
CREATE TABLE oidc_keys (
  id INTEGER PRIMARY KEY CHECK (id = 1), kid TEXT NOT NULL, private TEXT NOT NULL
) STRICT;
`;

/** A private RSA key as a JWK (RFC 7518, section 6.3). */
export const RsaKey = z.object({
  kty: z.literal("RSA"),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
});
export type RsaKey = z.output<typeof RsaKey>;

const OidcKey = z.object({ kid: z.string(), private: json(RsaKey) });
export type OidcKey = z.output<typeof OidcKey>;

export function findOidcKey(db: Database): OidcKey | undefined {
  return db.get(OidcKey, "SELECT kid, private FROM oidc_keys");
}

/** Stores a key, unless one exists. */
export function addOidcKey(db: Database, key: OidcKey): void {
  db.run("INSERT OR IGNORE INTO oidc_keys (id, kid, private) VALUES (1, ?, ?)", key.kid, JSON.stringify(key.private));
}
