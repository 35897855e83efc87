import { ANONYMOUS, type Caller } from "../callers/caller.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { forbidden, HttpError } from "../http-error.ts";
import { getAccount } from "../state/accounts.ts";
import { appKeys, findAppByIssuer, getApp, getInstallation } from "../state/apps.ts";
import type { Database } from "../state/database.ts";
import { findToken, type Token } from "../state/tokens.ts";
import { WORKFLOW_BOT_ID } from "../state/workflow-app.ts";

/**
 * Identifies the caller.
 * @throws HttpError 401 on invalid credentials, 403 on a token of a suspended installation
 */
export function identifyCaller(context: EmulatorContext, authorization: string | undefined): Caller | Promise<Caller> {
  if (authorization === undefined) return ANONYMOUS;
  const value = readBearer(authorization);
  if (value === undefined) throw new HttpError(401, "Bad credentials");
  if (JWT.test(value)) return identifyApp(context, value);
  const { caller, isSuspended } = context.db.memoize(`caller ${value}`, () => findCaller(context.db, value));
  const { token } = caller;
  if (!token || token.revoked_at !== null) throw new HttpError(401, "Bad credentials");
  if (token.expires_at !== null && new Date(token.expires_at) <= context.now())
    throw new HttpError(401, "Bad credentials");
  if (isSuspended) throw forbidden("This installation has been suspended");
  return caller;
}

/** Returns the call's token, valid or not; undefined if there is none or it is unknown. */
export function findCallToken({ db }: EmulatorContext, authorization: string | undefined): Token | undefined {
  const value = authorization === undefined ? undefined : readBearer(authorization);
  return value === undefined || JWT.test(value) ? undefined : findToken(db, value);
}

function readBearer(authorization: string): string | undefined {
  return /^(?:bearer|token) +(\S+)$/i.exec(authorization)?.[1];
}

function findCaller(db: Database, value: string): { readonly caller: Caller; readonly isSuspended: boolean } {
  const token = findToken(db, value);
  if (!token) return { caller: ANONYMOUS, isSuspended: false };
  const { kind, user_id, installation_id } = token;
  const installation = installation_id === null ? undefined : getInstallation(db, installation_id);
  const app = installation && getApp(db, installation.app_id);
  const botId = app?.bot_id ?? (kind === "workflow" ? WORKFLOW_BOT_ID : null);
  const accountOf = (id: number | null) => (id === null ? undefined : getAccount(db, id));
  return {
    caller: { ...ANONYMOUS, token, user: accountOf(user_id), bot: accountOf(botId) },
    isSuspended: Boolean(installation?.suspended_at),
  };
}

const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Maximum remaining lifetime of an app's JWT in seconds: ten minutes as documented, and one minute of clock skew. */
const MAX_JWT_LIFETIME = 11 * 60;

/** Identifies an app by a JWT signed with one of its keys. */
async function identifyApp({ db, now }: EmulatorContext, jwt: string): Promise<Caller> {
  const { decodeJwt, importSPKI, jwtVerify } = await import("jose");
  const unauthorized = (message: string) => new HttpError(401, message);
  let issuer: unknown;
  try {
    issuer = decodeJwt(jwt).iss;
  } catch {
    throw unauthorized("A JSON web token could not be decoded");
  }
  const app =
    typeof issuer === "string" || typeof issuer === "number" ? findAppByIssuer(db, String(issuer)) : undefined;
  if (!app) throw unauthorized("'Issuer' claim ('iss') must be the app's id or client id");
  for (const pem of appKeys(db, app.id)) {
    const key = await importSPKI(pem, "RS256");
    const verified = await jwtVerify(jwt, key, {
      algorithms: ["RS256"],
      currentDate: now(),
      requiredClaims: ["exp", "iat"],
    }).catch((error: unknown) => (isExpired(error) ? "expired" : undefined));
    if (verified === "expired") throw unauthorized("'Expiration time' claim ('exp') must be a time in the future");
    if (verified === undefined) continue;
    const { exp = 0, iat = 0 } = verified.payload;
    if (exp - now().getTime() / 1000 > MAX_JWT_LIFETIME)
      throw unauthorized("'Expiration time' claim ('exp') is too far in the future");
    if (iat - now().getTime() / 1000 > 60) throw unauthorized("'Issued at' claim ('iat') must be a time in the past");
    return { ...ANONYMOUS, app };
  }
  throw unauthorized("A JSON web token could not be decoded");
}

function isExpired(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_JWT_EXPIRED";
}
