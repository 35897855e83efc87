import * as z from "zod/mini";
import { integer, json, key, type RowOf, text } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

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

export const oidcKeys = table("oidc_keys", {
  id: key(integer()),
  kid: text(),
  private: json(RsaKey),
});
export type OidcKey = RowOf<typeof oidcKeys>;

/** Stores a key, unless one exists. */
export function addOidcKey(db: Database, key: Omit<OidcKey, "id">): void {
  oidcKeys.add(db, { ...key, id: 1 });
}
