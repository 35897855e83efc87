import type { Account } from "../state/accounts.ts";
import type { App } from "../state/apps.ts";
import type { Enterprise } from "../state/enterprises.ts";
import type { Repository } from "../state/repositories.ts";
import type { Token } from "../state/tokens.ts";

/** The authenticated caller: a token with its user, an app, or neither. */
export interface Caller {
  readonly token: Token | undefined;
  readonly user: Account | undefined;
  /** The bot that the token of an installation or a job acts as. */
  readonly bot: Account | undefined;
  readonly app: App | undefined;
}

/** An unauthenticated caller. */
export const ANONYMOUS: Caller = { token: undefined, user: undefined, bot: undefined, app: undefined };

/** Returns the account that the caller acts as: the user, or the bot of an installation or a job. */
export function actorOf({ user, bot }: Caller): Account | undefined {
  return user ?? bot;
}

/** The resources in a call's path, which exist and are visible to the caller. */
export interface PathResources {
  readonly repository: Repository | undefined;
  readonly organization: Account | undefined;
  readonly enterprise: Enterprise | undefined;
  /** The account in `{username}`. */
  readonly subject: Account | undefined;
}
