import type { Permission, PermissionLevel, TokenKind } from "../../contract/access.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { readProperty } from "../../internal/read-property.ts";
import type { Clock } from "../clock.ts";
import type { ServiceClock } from "../service-clock.ts";
import { readAppCredentials } from "./app-credentials.ts";
import { accountNameOf, sourceOnDemand } from "./source-on-demand.ts";
import { fixedSource, readToken } from "./token.ts";
import type { TokenSource } from "./token-source.ts";

/**
 * Credentials: a token, with its kind if the prefix does not identify it; an app's private key, for one of its
 * installations or, without one, for the app itself; or a function that returns a token.
 */
export type Credentials =
  | string
  | { readonly token: string; readonly kind?: TokenKind }
  | {
      readonly app: string | number;
      readonly privateKey: string;
      readonly installation?: string | number;
      /** Limits installation tokens to these permissions, with their levels; by default, they have all. */
      readonly permissions?: Readonly<Partial<Record<Permission, PermissionLevel>>>;
      /** Limits installation tokens to these repositories, named without their owner; by default, they have all. */
      readonly repositories?: readonly string[];
    }
  | (() => ProvidedToken | Promise<ProvidedToken>);

/**
 * Result of a credentials function. It is called before each request, unless it returns an expiry time, which is by the
 * service's clock.
 */
export type ProvidedToken =
  | string
  | { readonly token: string; readonly kind?: TokenKind; readonly expiresAt?: Date | string };

/**
 * Reads credentials.
 * @throws InputError if they are invalid; its `field` names the value and its message never contains a token or key
 */
export function readCredentials(
  dialect: Dialect,
  credentials: Credentials | undefined,
  clock: Clock,
  serviceClock: ServiceClock,
): TokenSource {
  if (credentials === undefined) return fixedSource({ token: undefined, kind: "anonymous" });
  if (typeof credentials === "function") {
    return sourceOnDemand(accountNameOf(credentials), undefined, undefined, ({ createFunctionTokens }) =>
      createFunctionTokens(dialect, credentials, clock, serviceClock),
    );
  }
  if (isAppCredentials(credentials)) {
    const app = readAppCredentials(credentials);
    // The suffix distinguishes the app itself from every installation of any app. Neither ID is secret.
    const account = `app-${app.id}-${app.installation?.installation ?? "itself"}`;
    return sourceOnDemand(account, account, app.installation ? "installation" : "app", ({ createAppTokens }) =>
      createAppTokens(app, clock, serviceClock),
    );
  }
  return fixedSource(readToken(dialect, credentials, CREDENTIALS_HELP));
}

const CREDENTIALS_HELP =
  "credentials must be a token, { token, kind }, a function that returns one, or an app's { app, privateKey, " +
  "installation }. Omit it for anonymous calls";

/** Any app field marks app credentials, so that an incomplete set gets a specific error. */
function isAppCredentials(credentials: unknown): credentials is object {
  return ["app", "privateKey", "installation", "permissions", "repositories"].some(
    (name) => readProperty(credentials, name) !== undefined,
  );
}
