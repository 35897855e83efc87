import { lazy } from "../../internal/lazy.ts";
import type { Clock } from "../clock.ts";
import { importKey, readPrivateKey, signJwt } from "./app-key.ts";
import { renewed } from "./renewed.ts";
import { wrong } from "./token.ts";
import type { Exchange, Fresh, TokenSource } from "./token-source.ts";

const MINUTE = 60_000;

/** An app, with all that it takes to be it. */
interface App {
  readonly app: string;
  readonly installation: string | undefined;
  /** PKCS#8, in DER. */
  readonly privateKey: Uint8Array<ArrayBuffer>;
}

/**
 * Reads an app's credentials.
 * @throws InputError on what can't be any
 */
export function readApp(given: object): App {
  const { app, privateKey, installation, ...others }: Record<string, unknown> = { ...given };
  for (const name of Object.keys(others)) {
    const field = `credentials.${name}`;
    throw wrong(`${field} is none of an app's fields, which are app, privateKey and installation`, field);
  }
  return {
    app: readId(app, /^[A-Za-z0-9._-]+$/, "app", "an app's id, in digits, or its client id, such as Iv23liAbCdEf"),
    installation:
      installation === undefined
        ? undefined
        : readId(installation, /^[0-9]+$/, "installation", "an installation's id, in digits"),
    privateKey: readPrivateKey(privateKey),
  };
}

function readId(given: unknown, pattern: RegExp, name: string, expected: string): string {
  // A number that was rounded, or that never was an id, can look like one as text.
  const id = typeof given === "number" && Number.isSafeInteger(given) && given > 0 ? String(given) : given;
  if (typeof id === "string" && pattern.test(id)) return id;
  throw wrong(`credentials.${name} is ${expected}`, `credentials.${name}`);
}

/** An app's own token; or its installation's, which the service gives for the app's own. */
export function appSource({ app, installation, privateKey }: App, clock: Clock): TokenSource {
  const key = lazy(() => importKey(privateKey));
  const own = renewed(clock, "app");
  const nextOwn = () => own.next(async () => ownToken(await key(), app, clock.now()));
  if (installation === undefined) {
    // The last word keeps it apart from any installation of any app.
    return { ...named(`app-${app}-itself`), known: own.known, next: nextOwn, refused: own.refused };
  }
  const granted = renewed(clock, "installation");
  const bring = async (exchange: Exchange): Promise<Fresh> => {
    const { token: jwt } = await nextOwn();
    const { token, expires_at } = await exchange(jwt, installation);
    return { token, kind: "installation", until: endOf(expires_at, clock.now()) - 5 * MINUTE };
  };
  return {
    ...named(`app-${app}-${installation}`),
    known: granted.known,
    next: (exchange) => granted.next(() => bring(exchange)),
    refused: granted.refused,
  };
}

/** Its ids are no secret: they name it on paper as well as here. */
function named(account: string): Pick<TokenSource, "account" | "label"> {
  return { account, label: async () => account };
}

/** A JWT from a minute ago, for the service's clock may be behind, and for less than the ten minutes that it may last. */
async function ownToken(key: CryptoKey, app: string, now: number): Promise<Fresh> {
  const seconds = Math.floor(now / 1000);
  const exp = seconds + 9 * 60;
  const token = await signJwt(key, { iss: app, iat: seconds - 60, exp });
  return { token, kind: "app", until: exp * 1000 - MINUTE };
}

/** When an installation's token ends; where that can't be read, the hour that they all last. */
function endOf(expiresAt: string, now: number): number {
  const end = Date.parse(expiresAt);
  return Number.isNaN(end) ? now + 60 * MINUTE : end;
}
