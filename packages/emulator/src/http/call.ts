import type { AnyOperation, Operation } from "@forgehand/core/contract";
import type { Account } from "../state/accounts.ts";
import type { Repository } from "../state/repositories.ts";
import type { Token } from "../state/tokens.ts";
import type { World } from "../world.ts";
import type { Links, PageWindow } from "./paging.ts";
import { Refusal } from "./refusal.ts";

/** Who calls: a token with the person that it acts for, or neither. */
export interface Caller {
  readonly token: Token | undefined;
  readonly user: Account | undefined;
}

/** A call that has passed the gate. */
export interface Call {
  readonly world: World;
  readonly caller: Caller;
  readonly repository: Repository | undefined;
  readonly organization: Account | undefined;
  /** The part of a list that is asked for. */
  readonly window: PageWindow;
  /** Where a list's handler says what lies around that part. */
  readonly links: Links;
}

/** What an operation does. */
export interface Handler {
  readonly operation: AnyOperation;
  readonly answer: (input: never, call: Call) => unknown;
}

/** Serves an operation. */
export function handle<I, A>(operation: Operation<I, A>, answer: (input: I, call: Call) => A | Promise<A>): Handler {
  return { operation, answer };
}

/** Makes a way to serve operations on one kind of target, which the gate has found before the handler is asked. */
function on<T extends object>(what: string, find: (call: Call) => T | undefined) {
  return <I, A>(operation: Operation<I, A>, answer: (input: I, call: Call & T) => A | Promise<A>): Handler =>
    handle(operation, (input, call) => {
      const target = find(call);
      if (!target) throw new Error(`${operation.route} names no ${what}.`);
      return answer(input, { ...call, ...target });
    });
}

/** Serves an operation on a repository that the caller may see. */
export const onRepository = on("repository", ({ repository }) => repository && { repository });

/** Serves an operation on an organization. */
export const onOrganization = on("organization", ({ organization }) => organization && { organization });

/** The person that the call acts for. @throws Refusal 403 where it acts for none */
export function userOf(call: Call): Account {
  if (!call.caller.user) throw new Refusal(403, "This call acts for a user, and the token belongs to none.");
  return call.caller.user;
}
