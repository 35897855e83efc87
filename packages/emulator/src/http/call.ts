import type { AnyOperation, Operation } from "@forgehand/core/contract";
import type { Caller, Named } from "../callers/caller.ts";
import type { Standing } from "../limits/accounting.ts";
import { type Account, getAccount } from "../state/accounts.ts";
import type { App } from "../state/apps.ts";
import type { Part } from "../state/database.ts";
import type { Enterprise } from "../state/enterprises.ts";
import type { Repository } from "../state/repositories.ts";
import type { World } from "../world.ts";
import type { Links, PageWindow } from "./paging.ts";
import { Refusal } from "./refusal.ts";
import type { Reply } from "./reply.ts";

/** A call that has passed the gate. */
export interface Call extends Named {
  readonly world: World;
  readonly caller: Caller;
  /** The part of a list that is asked for. */
  readonly window: PageWindow;
  /** Where a list's handler says what lies around that part. */
  readonly links: Links;
  /** The operation's own media type that was asked for (`star`, `raw`); undefined for plain JSON. */
  readonly media: string | undefined;
  /** How the caller stands with each limit. */
  readonly standings: () => Standing[];
}

/** A call on one kind of target. */
export type RepositoryCall = Call & { readonly repository: Repository };
export type OrganizationCall = Call & { readonly organization: Account };
export type EnterpriseCall = Call & { readonly enterprise: Enterprise };
export type AppCall = Call & { readonly app: App };

/** What an operation does. */
export interface Handler {
  readonly operation: AnyOperation;
  readonly answer: (input: never, call: Call) => unknown;
  readonly isThere?: IsThere<Call>;
}

/** Is what a path names there? For operations on what none reads by itself. */
type IsThere<C> = (names: Readonly<Record<string, string>>, call: C) => boolean;

type Answered<A, M> = A | M[keyof M] | Reply<A | M[keyof M]>;
type Answer<I, A, M, C> = (input: I, call: C) => Answered<A, M> | Promise<Answered<A, M>>;

/** Serves an operation. */
export function handle<I, A, M>(operation: Operation<I, A, M>, answer: Answer<I, A, M, Call>): Handler {
  return { operation, answer };
}

/** Makes a way to serve operations on one kind of target, which the gate has found before the handler is asked. */
function on<T extends object>(what: string, find: (call: Call) => T | undefined) {
  return <I, A, M>(
    operation: Operation<I, A, M>,
    answer: Answer<I, A, M, Call & T>,
    isThere?: IsThere<Call & T>,
  ): Handler => {
    const on = (call: Call) => {
      const target = find(call);
      if (!target) throw new Error(`${operation.route} names no ${what}.`);
      return { ...call, ...target };
    };
    const handler = handle(operation, (input, call) => answer(input, on(call)));
    return isThere ? { ...handler, isThere: (names, call) => isThere(names, on(call)) } : handler;
  };
}

/** Serves an operation on a repository that the caller may see. */
export const onRepository = on("repository", ({ repository }) => repository && { repository });

/** Serves an operation on an organization. */
export const onOrganization = on("organization", ({ organization }) => organization && { organization });

/** Serves an operation on an enterprise. */
export const onEnterprise = on("enterprise", ({ enterprise }) => enterprise && { enterprise });

/** Serves an operation on the account that `{username}` names. */
export const onAccount = on("account", ({ subject }) => subject && { subject });

/** Serves an operation for the person that the call acts for; 403 where it acts for none. */
export const asUser = on("user", (call) => ({ user: userOf(call) }));

/** Serves an operation of an app in its own name. */
export const asApp = on("app", ({ caller: { app } }) => app && { app });

/** Whose doing a call is in a repository: who has no person behind it is announced as its owner. */
export function senderIn({ world, caller, repository }: RepositoryCall): Account {
  return caller.user ?? getAccount(world.db, repository.owner_id);
}

/** The person that the call acts for. @throws Refusal 403 where it acts for none */
export function userOf(call: Call): Account {
  if (!call.caller.user) throw new Refusal(403, "This call acts for a user, and the token belongs to none.");
  return call.caller.user;
}

/** The items of a page of a list, with its `link` header. */
export function listed<R, T>({ links }: Call, { rows, total }: Part<R>, render: (row: R) => T): T[] {
  links.total(total);
  return rows.map(render);
}
