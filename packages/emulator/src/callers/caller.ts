import type { Account } from "../state/accounts.ts";
import type { App } from "../state/apps.ts";
import type { Enterprise } from "../state/enterprises.ts";
import type { Repository } from "../state/repositories.ts";
import type { Token } from "../state/tokens.ts";

/** Who calls: a token with the person that it acts for, an app in its own name, or nobody known. */
export interface Caller {
  readonly token: Token | undefined;
  readonly user: Account | undefined;
  readonly app: App | undefined;
}

/** Whoever is not signed in. */
export const NOBODY: Caller = { token: undefined, user: undefined, app: undefined };

/** What a call's path names, found and visible to its caller. */
export interface Named {
  readonly repository: Repository | undefined;
  readonly organization: Account | undefined;
  readonly enterprise: Enterprise | undefined;
  /** Whom `{username}` names. */
  readonly subject: Account | undefined;
}
