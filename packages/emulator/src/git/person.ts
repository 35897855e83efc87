import type { Account } from "../state/accounts.ts";
import type { App } from "../state/apps.ts";

/** Who somebody is to git. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

/** Mail to these goes nowhere: addresses of people who show none. */
const NO_REPLY = "users.noreply.localhost";

export function personOf({ id, login, name, email }: Account): Person {
  return { name: name ?? login, email: email ?? `${id}+${login}@${NO_REPLY}` };
}

/** An app that commits by itself. */
export function botOf({ id, slug }: App): Person {
  return { name: `${slug}[bot]`, email: `${id}+${slug}[bot]@${NO_REPLY}` };
}

/** A workflow that commits with its own token. */
export const WORKFLOW_BOT: Person = { name: "actions[bot]", email: `actions[bot]@${NO_REPLY}` };
