import { isAuthenticationError } from "../../errors.ts";
import { lazy } from "../../internal/lazy.ts";
import type { Clock } from "../clock.ts";
import type { ServiceClock } from "../service-clock.ts";
import type { AppCredentials } from "./app-credentials.ts";
import { importKey, signJwt } from "./app-key.ts";
import { createRefreshingToken } from "./refreshing-token.ts";
import type { ExchangeToken, FreshToken, TokenSource } from "./token-source.ts";

const MINUTE_MS = 60_000;
const MAX_LIFETIME_MS = 60 * MINUTE_MS;
/** Difference from the service's time at which a JWT is signed again; the service accepts a minute. */
const CLOCK_TOLERANCE_MS = 30_000;

/** Tokens of an app: its own JWT, or an installation token obtained with it. */
export function createAppTokens(
  { id, installation, privateKey }: AppCredentials,
  clock: Clock,
  serviceClock: ServiceClock,
): Pick<TokenSource, "getToken" | "invalidate"> {
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
  if (installation === undefined) return { getToken: nextAppToken, invalidate: appTokens.invalidate };
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
    getToken: (exchange) => installationTokens.getToken(() => fetchInstallationToken(exchange)),
    invalidate: installationTokens.invalidate,
  };
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
