import type { Account } from "../state/accounts.ts";
import type { App } from "../state/apps.ts";

/** A name and email address in commits. */
export interface GitIdentity {
  readonly name: string;
  readonly email: string;
}

/** Domain of the addresses of users without a public one. */
const NO_REPLY_DOMAIN = "users.noreply.localhost";

export function gitIdentityOf({ id, login, name, email }: Account): GitIdentity {
  return { name: name ?? login, email: email ?? `${id}+${login}@${NO_REPLY_DOMAIN}` };
}

/** The identity of an app that commits. */
export function botIdentityOf({ id, slug }: App): GitIdentity {
  return { name: `${slug}[bot]`, email: `${id}+${slug}[bot]@${NO_REPLY_DOMAIN}` };
}

/** The identity of a workflow that commits with its built-in token. */
export const WORKFLOW_BOT: GitIdentity = { name: "actions[bot]", email: `actions[bot]@${NO_REPLY_DOMAIN}` };
