import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { ANONYMOUS, type Caller } from "../callers/caller.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import { userOfSession } from "../state/sessions.ts";
import type { Token } from "../state/tokens.ts";
import { type ColorMode, readColorMode } from "./layout/color-mode.ts";

export interface PageRequest {
  readonly context: EmulatorContext;
  /** The caller whose permissions decide what the page shows: the signed-in user, or an anonymous caller. */
  readonly caller: Caller;
  readonly user: Account | undefined;
  readonly colorMode: ColorMode;
  readonly now: Date;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Returns the session cookie's name. Browsers share cookies between ports of a host, so the name contains the port. */
export function cookieName({ webUrl }: EmulatorContext): string {
  const { port } = new URL(webUrl);
  return port === "" ? "user_session" : `user_session_${port}`;
}

/** Pages show a signed-in user everything that a classic token with the `repo` scope could read. */
function callerOf(user: Account): Caller {
  const token: Token = {
    token: "",
    name: null,
    kind: "classic",
    user_id: user.id,
    app_id: null,
    installation_id: null,
    repository_id: null,
    resource_owner_id: null,
    repository_ids: null,
    permissions: {},
    created_at: user.created_at,
    expires_at: null,
    revoked_at: null,
    scopes: ["repo"],
  };
  return { ...ANONYMOUS, token, user };
}

export function readPageRequest(context: EmulatorContext, c: Context): PageRequest {
  const now = context.now();
  const key = getCookie(c, cookieName(context));
  const user = key === undefined ? undefined : userOfSession(context.db, key, now);
  const { pathname, searchParams } = new URL(c.req.url);
  const caller = user ? callerOf(user) : ANONYMOUS;
  return { context, now, user, caller, colorMode: readColorMode(c), path: pathname, query: searchParams };
}

/** Returns `/path?query` with changed parameters; undefined removes a parameter. */
export function addressWith(
  { path, query }: PageRequest,
  changes: Readonly<Record<string, string | undefined>>,
): string {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) changed.delete(name);
    else changed.set(name, value);
  }
  const text = changed.toString();
  return text === "" ? path : `${path}?${text}`;
}
