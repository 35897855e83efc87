import type { Account } from "../state/accounts.ts";
import type { App } from "../state/apps.ts";
import type { Enterprise } from "../state/enterprises.ts";
import type { Repository } from "../state/repositories.ts";
import type { Token } from "../state/tokens.ts";

/** The authenticated caller: a token with its user, an app, or neither. */
export interface Caller {
  readonly token: Token | undefined;
  readonly user: Account | undefined;
  readonly app: App | undefined;
}

/** An unauthenticated caller. */
export const ANONYMOUS: Caller = { token: undefined, user: undefined, app: undefined };

/** The resources in a call's path, which exist and are visible to the caller. */
export interface PathResources {
  readonly repository: Repository | undefined;
  readonly organization: Account | undefined;
  readonly enterprise: Enterprise | undefined;
  /** The account in `{username}`. */
  readonly subject: Account | undefined;
}
