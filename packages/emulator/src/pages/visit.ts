import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { type Caller, NOBODY } from "../callers/caller.ts";
import type { Account } from "../state/accounts.ts";
import { userOfSession } from "../state/sessions.ts";
import type { Token } from "../state/tokens.ts";
import type { World } from "../world.ts";

/** Somebody looks at a page. */
export interface Visit {
  readonly world: World;
  /** Who it is, as the API would know them. */
  readonly caller: Caller;
  readonly user: Account | undefined;
  readonly now: Date;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Browsers tell cookies apart by host, not by port: each service of a machine has a name of its own. */
export function cookieName({ webUrl }: World): string {
  const { port } = new URL(webUrl);
  return port === "" ? "user_session" : `user_session_${port}`;
}

/** Whoever signs in on a page may see there whatever they may see at all: as with a token for everything. */
function callerOf(user: Account): Caller {
  const token: Token = {
    ...{ token: "", name: null, kind: "classic", user_id: user.id, app_id: null, installation_id: null },
    ...{ repository_id: null, resource_owner_id: null, repository_ids: null, permissions: {} },
    ...{ created_at: user.created_at, expires_at: null, revoked_at: null },
    scopes: ["repo"],
  };
  return { token, user, app: undefined };
}

export function visitOf(world: World, context: Context): Visit {
  const now = world.now();
  const key = getCookie(context, cookieName(world));
  const user = key === undefined ? undefined : userOfSession(world.db, key, now);
  const { pathname, searchParams } = new URL(context.req.url);
  return { world, now, user, caller: user ? callerOf(user) : NOBODY, path: pathname, query: searchParams };
}

/** `/path?query` with some of its parameters set anew; undefined takes one away. */
export function addressWith({ path, query }: Visit, changes: Readonly<Record<string, string | undefined>>): string {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) changed.delete(name);
    else changed.set(name, value);
  }
  const text = changed.toString();
  return text === "" ? path : `${path}?${text}`;
}
