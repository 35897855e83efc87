import { lazy } from "../../internal/lazy.ts";
import type { Clock } from "../clock.ts";
import { importKey, readPrivateKey, signJwt } from "./app-key.ts";
import { createRefreshingToken } from "./refreshing-token.ts";
import { credentialsError } from "./token.ts";
import type { ExchangeToken, FreshToken, TokenSource } from "./token-source.ts";

const MINUTE_MS = 60_000;

/** Validated credentials of an app. */
interface AppCredentials {
  readonly id: string;
  readonly installation: string | undefined;
  /** PKCS#8, in DER. */
  readonly privateKey: Uint8Array<ArrayBuffer>;
}

/**
 * Reads an app's credentials.
 * @throws InputError if they are invalid
 */
export function readAppCredentials(given: object): AppCredentials {
  const { app, privateKey, installation, ...others }: Record<string, unknown> = { ...given };
  for (const name of Object.keys(others)) {
    const field = `credentials.${name}`;
    throw credentialsError(
      `${field} is not a field of app credentials; the fields are app, privateKey and installation`,
      field,
    );
  }
  return {
    id: readId(app, /^[A-Za-z0-9._-]+$/, "app", "an app's id, in digits, or its client id, such as Iv23liAbCdEf"),
    installation:
      installation === undefined
        ? undefined
        : readId(installation, /^[0-9]+$/, "installation", "an installation's id, in digits"),
    privateKey: readPrivateKey(privateKey),
  };
}

function readId(given: unknown, pattern: RegExp, name: string, expected: string): string {
  // A number that was rounded or never was an ID could otherwise pass as text.
  const id = typeof given === "number" && Number.isSafeInteger(given) && given > 0 ? String(given) : given;
  if (typeof id === "string" && pattern.test(id)) return id;
  throw credentialsError(`credentials.${name} must be ${expected}`, `credentials.${name}`);
}

/** Token source for an app: its own JWT, or an installation token obtained with it. */
export function appSource({ id, installation, privateKey }: AppCredentials, clock: Clock): TokenSource {
  const key = lazy(() => importKey(privateKey));
  const appTokens = createRefreshingToken(clock, "app");
  const nextAppToken = () => appTokens.getToken(async () => createAppToken(await key(), id, clock.now()));
  if (installation === undefined) {
    // The suffix distinguishes the app itself from every installation of any app.
    return {
      ...identify(`app-${id}-itself`),
      current: appTokens.current,
      getToken: nextAppToken,
      invalidate: appTokens.invalidate,
    };
  }
  const installationTokens = createRefreshingToken(clock, "installation");
  const fetchInstallationToken = async (exchange: ExchangeToken): Promise<FreshToken> => {
    const { token: jwt } = await nextAppToken();
    const { token, expires_at } = await exchange(jwt, installation);
    return { token, kind: "installation", until: expiryOf(expires_at, clock.now()) - 5 * MINUTE_MS };
  };
  return {
    ...identify(`app-${id}-${installation}`),
    current: installationTokens.current,
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
  return { token, kind: "app", until: exp * 1000 - MINUTE_MS };
}

/** Expiry of an installation token; one hour from now, the usual lifetime, if it cannot be parsed. */
function expiryOf(expiresAt: string, now: number): number {
  const end = Date.parse(expiresAt);
  return Number.isNaN(end) ? now + 60 * MINUTE_MS : end;
}
