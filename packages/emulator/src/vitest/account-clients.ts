import { type Client, createClient } from "@forgehand/core";
import type { DialectName } from "@forgehand/core/dialects";
import type { Emulator } from "../public.ts";

/** The permissions of a token: all that its kind can have, or each with its level. */
export type TestPermissions = "all" | Readonly<Record<string, "read" | "write" | "admin">>;

/**
 * The caller of a test's calls: the login of a user, whose token can do whatever the user can; a user with a token of some
 * scopes (classic) or permissions (fine-grained, for the repositories of `owner`); the installation of an app on an
 * account; or a token of the seed, by its name.
 */
export type TestAccount =
  | string
  | { readonly login: string; readonly scopes: "all" | readonly string[] }
  | { readonly login: string; readonly permissions: TestPermissions; readonly owner?: string }
  | { readonly app: string; readonly account: string; readonly permissions?: TestPermissions }
  | { readonly token: string };

/** Creates a client for an account; the same one for the same account, as long as its token exists. */
export type ClientForAccount = (account: TestAccount) => Client;

/** Creates the function that creates clients. They neither wait for rate limits nor retry, and each call is sent. */
export function createAccountClients(emulator: Emulator, dialect: DialectName): ClientForAccount {
  const clients = new Map<string, Client>();
  return (account) => {
    const credentials = tokenFor(emulator, account);
    const client =
      clients.get(credentials) ??
      createClient({
        baseUrl: emulator.apiUrl,
        credentials,
        dialect,
        pace: "off",
        retry: false,
        cache: false,
        allowHttp: true,
      });
    clients.set(credentials, client);
    return client;
  };
}

/**
 * Returns the token of an account, which is created at the first use.
 * @throws RangeError if the account doesn't exist
 */
function tokenFor({ control }: Emulator, account: TestAccount): string {
  const { name, spec } = describeToken(account);
  const known = control.tokens().find((token) => token.name === name && token.revoked_at === null);
  if (known) return known.token;
  if (spec === undefined) throw new RangeError(`There is no token ${JSON.stringify(name)}.`);
  return control.createToken(name, spec);
}

/** Returns the name of an account's token, as logs show it, and the token to create; undefined for one of the seed. */
function describeToken(account: TestAccount): { readonly name: string; readonly spec?: object } {
  if (typeof account === "string") return describeToken({ login: account, scopes: "all" });
  if ("token" in account) return { name: account.token };
  if ("app" in account) {
    const { permissions = "all", ...installation } = account;
    return {
      name: `${account.app} on ${account.account}${detailOf(permissions)}`,
      spec: { kind: "installation", ...installation, permissions },
    };
  }
  const { login: user, ...grants } = account;
  if ("scopes" in grants) {
    return { name: `as ${user}${detailOf(grants.scopes)}`, spec: { kind: "classic", user, scopes: grants.scopes } };
  }
  const { permissions, owner } = grants;
  const place = owner === undefined ? "" : ` at ${owner}`;
  return {
    name: `as ${user}${place} fine-grained${detailOf(permissions)}`,
    spec: { kind: "fine-grained", user, ...grants },
  };
}

const detailOf = (grants: TestPermissions | readonly string[]) =>
  grants === "all" ? "" : ` with ${JSON.stringify(grants)}`;
