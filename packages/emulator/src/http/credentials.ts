import { ANONYMOUS, type Caller } from "../callers/caller.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { badJwt, forbidden, HttpError } from "../http-error.ts";
import { getAccount } from "../state/accounts.ts";
import { type App, apps, findAppByIssuer, installations, publicKeysOf } from "../state/apps.ts";
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
  const installation = installation_id === null ? undefined : installations.find(db, { id: installation_id });
  const app = installation && apps.find(db, { id: installation.app_id });
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

/** Number of seconds by which an app's clock can be ahead. */
const MAX_CLOCK_SKEW = 60;

/** Identifies an app by a JWT signed with one of its keys. */
async function identifyApp({ db, now }: EmulatorContext, jwt: string): Promise<Caller> {
  const { compactVerify, decodeJwt, importSPKI } = await import("jose");
  const { iss: issuer, iat, exp } = readClaims(jwt, decodeJwt);
  const app = findIssuer(db, issuer);
  for (const pem of publicKeysOf(db, app.id)) {
    const key = await importSPKI(pem, "RS256");
    const isSigned = await compactVerify(jwt, key, { algorithms: ["RS256"] }).then(
      () => true,
      () => false,
    );
    if (!isSigned) continue;
    checkTimes({ iat, exp }, now().getTime() / 1000);
    return { ...ANONYMOUS, app };
  }
  throw badJwt();
}

function readClaims(jwt: string, decode: (jwt: string) => Readonly<Record<string, unknown>>) {
  try {
    return decode(jwt);
  } catch {
    throw badJwt();
  }
}

// The messages are GitHub's own, because clients match them to correct their clock and try again.

/** @throws HttpError 401 if the issuer isn't an ID of an app, 404 if there is no such app */
function findIssuer(db: Database, issuer: unknown): App {
  const id = typeof issuer === "string" || typeof issuer === "number" ? String(issuer) : "";
  const app = findAppByIssuer(db, id);
  if (app) return app;
  if (/^(?:\d+|Iv[\w.-]+)$/.test(id)) throw new HttpError(404, "Integration not found");
  throw new HttpError(401, "'Issuer' claim ('iss') must be an Integer");
}

/**
 * Checks when a JWT was issued and expires.
 * @param now seconds since 1970
 * @throws HttpError 401
 */
function checkTimes({ iat, exp }: Readonly<Record<"iat" | "exp", unknown>>, now: number): void {
  const check = (isValid: boolean, message: string) => {
    if (!isValid) throw new HttpError(401, message);
  };
  const expiration = typeof exp === "number" ? exp : 0;
  check(
    expiration > now,
    "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
  );
  check(expiration - now <= MAX_JWT_LIFETIME, "'Expiration time' claim ('exp') is too far in the future");
  check(
    typeof iat === "number" && Number.isInteger(iat) && iat - now <= MAX_CLOCK_SKEW,
    "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
  );
}
