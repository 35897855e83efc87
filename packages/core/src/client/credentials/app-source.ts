import { isAuthenticationError } from "../../errors.ts";
import { lazy } from "../../internal/lazy.ts";
import type { Clock } from "../clock.ts";
import type { ServiceClock } from "../service-clock.ts";
import { importKey, readPrivateKey, signJwt } from "./app-key.ts";
import { createRefreshingToken } from "./refreshing-token.ts";
import { credentialsError } from "./token.ts";
import type { ExchangeToken, FreshToken, InstallationScope, TokenSource } from "./token-source.ts";

const MINUTE_MS = 60_000;
const MAX_LIFETIME_MS = 60 * MINUTE_MS;
/** Difference from the service's time at which a JWT is signed again; the service accepts a minute. */
const CLOCK_TOLERANCE_MS = 30_000;

/** Validated credentials of an app. */
interface AppCredentials {
  readonly id: string;
  readonly installation: InstallationScope | undefined;
  /** PKCS#8, in DER. */
  readonly privateKey: Uint8Array<ArrayBuffer>;
}

/**
 * Reads an app's credentials.
 * @throws InputError if they are invalid
 */
export function readAppCredentials(given: object): AppCredentials {
  const { app, privateKey, installation, permissions, repositories, ...others }: Record<string, unknown> = { ...given };
  for (const name of Object.keys(others)) {
    const field = `credentials.${name}`;
    throw credentialsError(
      `${field} is not a field of app credentials; the fields are app, privateKey, installation, permissions and repositories`,
      field,
    );
  }
  return {
    id: readId(app, /^[A-Za-z0-9._-]+$/, "app", "an app's id, in digits, or its client id, such as Iv23liAbCdEf"),
    installation: readScope(installation, permissions, repositories),
    privateKey: readPrivateKey(privateKey),
  };
}

function readScope(installation: unknown, permissions: unknown, repositories: unknown): InstallationScope | undefined {
  if (installation === undefined) {
    const [limit] = Object.entries({ permissions, repositories }).find(([, value]) => value !== undefined) ?? [];
    if (limit === undefined) return undefined;
    throw credentialsError(`credentials.${limit} must only be set with an installation`, `credentials.${limit}`);
  }
  return {
    installation: readId(installation, /^[0-9]+$/, "installation", "an installation's id, in digits"),
    ...(permissions === undefined ? {} : { permissions: readPermissions(permissions) }),
    ...(repositories === undefined ? {} : { repositories: readRepositories(repositories) }),
  };
}

// An empty limit would give the token everything.
function readPermissions(given: unknown): Readonly<Record<string, string>> {
  const levels = typeof given === "object" && given !== null ? Object.entries(given) : [];
  if (levels.length > 0 && levels.every(([, level]) => level === "read" || level === "write"))
    return Object.fromEntries(levels);
  throw credentialsError(
    "credentials.permissions must be at least one permission with its level, such as { contents: 'read' }",
    "credentials.permissions",
  );
}

function readRepositories(given: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(given) ? given : [];
  const valid = names.filter((name) => typeof name === "string" && /^[\w.-]+$/.test(name)).map(String);
  if (valid.length > 0 && valid.length === names.length) return valid;
  throw credentialsError(
    "credentials.repositories must be at least one name of a repository, without its owner",
    "credentials.repositories",
  );
}

function readId(given: unknown, pattern: RegExp, name: string, expected: string): string {
  // A number that was rounded or never was an ID could otherwise pass as text.
  const id = typeof given === "number" && Number.isSafeInteger(given) && given > 0 ? String(given) : given;
  if (typeof id === "string" && pattern.test(id)) return id;
  throw credentialsError(`credentials.${name} must be ${expected}`, `credentials.${name}`);
}

/** Token source for an app: its own JWT, or an installation token obtained with it. */
export function appSource(
  { id, installation, privateKey }: AppCredentials,
  clock: Clock,
  serviceClock: ServiceClock,
): TokenSource {
  const key = lazy(() => importKey(privateKey));
  const appTokens = createRefreshingToken(clock, true);
  const serviceOffset = () => serviceClock.now() - clock.monotonic();
  let signedOffset = 0;
  const nextAppToken = () => {
    const token = appTokens.lastToken();
    // The service's time has turned out to differ from the one that the JWT was signed for.
    if (token !== undefined && Math.abs(serviceOffset() - signedOffset) > CLOCK_TOLERANCE_MS)
      appTokens.invalidate(token);
    return appTokens.getToken(async () => {
      const signingKey = await key();
      signedOffset = serviceOffset();
      return createAppToken(signingKey, id, serviceClock.now());
    });
  };
  if (installation === undefined) {
    // The suffix distinguishes the app itself from every installation of any app.
    return {
      ...identify(`app-${id}-itself`),
      known: { token: undefined, kind: "app" },
      getToken: nextAppToken,
      invalidate: appTokens.invalidate,
    };
  }
  const installationTokens = createRefreshingToken(clock, true);
  /** Repeats the exchange once if the rejection's date shows that the JWT had wrong times. */
  const exchangeJwt = async (exchange: ExchangeToken) => {
    const { token: jwt } = await nextAppToken();
    try {
      return await exchange(jwt, installation);
    } catch (error) {
      const { token: correctedJwt } = isAuthenticationError(error) ? await nextAppToken() : { token: jwt };
      if (correctedJwt === jwt) throw error;
      return exchange(correctedJwt, installation);
    }
  };
  const fetchInstallationToken = async (exchange: ExchangeToken): Promise<FreshToken> => {
    const { token, expires_at } = await exchangeJwt(exchange);
    return { token, kind: "installation", validFor: lifetimeOf(expires_at, serviceClock.now()) - 5 * MINUTE_MS };
  };
  return {
    ...identify(`app-${id}-${installation.installation}`),
    known: { token: undefined, kind: "installation" },
    getToken: (exchange) => installationTokens.getToken(() => fetchInstallationToken(exchange)),
    invalidate: installationTokens.invalidate,
  };
}

/** App and installation IDs are not secret, so they serve as account and label. */
function identify(account: string): Pick<TokenSource, "account" | "label"> {
  return { account, label: async () => account };
}

/**
 * Creates a JWT issued one minute ago, in case the service's clock is behind, and valid for less than the maximum of
 * ten minutes.
 */
async function createAppToken(key: CryptoKey, app: string, now: number): Promise<FreshToken> {
  const seconds = Math.floor(now / 1000);
  const exp = seconds + 9 * 60;
  const token = await signJwt(key, { iss: app, iat: seconds - 60, exp });
  return { token, kind: "app", validFor: exp * 1000 - MINUTE_MS - now };
}

/** Remaining lifetime of an installation token: at most an hour, the usual lifetime, also if it cannot be parsed. */
function lifetimeOf(expiresAt: string, now: number): number {
  const end = Date.parse(expiresAt);
  return Number.isNaN(end) ? MAX_LIFETIME_MS : Math.min(MAX_LIFETIME_MS, end - now);
}
