import { type Caller, NOBODY } from "../callers/caller.ts";
import { getAccount } from "../state/accounts.ts";
import { appKeys, findAppByIssuer, getInstallation } from "../state/apps.ts";
import type { Database } from "../state/database.ts";
import { findToken, type Token } from "../state/tokens.ts";
import type { World } from "../world.ts";
import { forbidden, Refusal } from "./refusal.ts";

/** Whose call it is. @throws Refusal 401 on credentials that don't hold, 403 on those of a suspended installation */
export function identify(world: World, authorization: string | undefined): Caller | Promise<Caller> {
  if (authorization === undefined) return NOBODY;
  const value = bearerOf(authorization);
  if (value === undefined) throw new Refusal(401, "Bad credentials");
  if (JWT.test(value)) return identifyApp(world, value);
  const { caller, isSuspended } = world.db.remember(`caller ${value}`, () => findCaller(world.db, value));
  const { token } = caller;
  if (!token || token.revoked_at !== null) throw new Refusal(401, "Bad credentials");
  if (token.expires_at !== null && new Date(token.expires_at) <= world.now()) throw new Refusal(401, "Bad credentials");
  if (isSuspended) throw forbidden("This installation has been suspended");
  return caller;
}

/** The token that a call came with, whether it holds or not; undefined where there is none, or one that nobody knows. */
export function tokenIn({ db }: World, authorization: string | undefined): Token | undefined {
  const value = authorization === undefined ? undefined : bearerOf(authorization);
  return value === undefined || JWT.test(value) ? undefined : findToken(db, value);
}

function bearerOf(authorization: string): string | undefined {
  return /^(?:bearer|token) +(\S+)$/i.exec(authorization)?.[1];
}

function findCaller(db: Database, value: string): { readonly caller: Caller; readonly isSuspended: boolean } {
  const token = findToken(db, value);
  if (!token) return { caller: NOBODY, isSuspended: false };
  const { user_id, installation_id } = token;
  const installation = installation_id === null ? undefined : getInstallation(db, installation_id);
  return {
    caller: { ...NOBODY, token, user: user_id === null ? undefined : getAccount(db, user_id) },
    isSuspended: Boolean(installation?.suspended_at),
  };
}

const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** How far an app's JWT may reach ahead: ten minutes, and a minute for clocks that differ (public documents). */
const LONGEST_JWT = 11 * 60;

/** An app in its own name: a JWT that it signed with one of its keys. */
async function identifyApp({ db, now }: World, jwt: string): Promise<Caller> {
  const { decodeJwt, importSPKI, jwtVerify } = await import("jose");
  const refuse = (message: string) => new Refusal(401, message);
  let issuer: unknown;
  try {
    issuer = decodeJwt(jwt).iss;
  } catch {
    throw refuse("A JSON web token could not be decoded");
  }
  const app =
    typeof issuer === "string" || typeof issuer === "number" ? findAppByIssuer(db, String(issuer)) : undefined;
  if (!app) throw refuse("'Issuer' claim ('iss') must be the app's id or client id");
  for (const pem of appKeys(db, app.id)) {
    const key = await importSPKI(pem, "RS256");
    const verified = await jwtVerify(jwt, key, {
      algorithms: ["RS256"],
      currentDate: now(),
      requiredClaims: ["exp", "iat"],
    }).catch((error: unknown) => (isExpired(error) ? "expired" : undefined));
    if (verified === "expired") throw refuse("'Expiration time' claim ('exp') must be a time in the future");
    if (verified === undefined) continue;
    const { exp = 0, iat = 0 } = verified.payload;
    if (exp - now().getTime() / 1000 > LONGEST_JWT)
      throw refuse("'Expiration time' claim ('exp') is too far in the future");
    if (iat - now().getTime() / 1000 > 60) throw refuse("'Issued at' claim ('iat') must be a time in the past");
    return { ...NOBODY, app };
  }
  throw refuse("A JSON web token could not be decoded");
}

function isExpired(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_JWT_EXPIRED";
}
