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

/** Serves an operation on a repository that the gate has found and the caller may see. */
export function onRepository<I, A>(
  operation: Operation<I, A>,
  answer: (input: I, call: Call & { readonly repository: Repository }) => A | Promise<A>,
): Handler {
  return handle(operation, (input, call) => {
    const { repository } = call;
    if (!repository) throw new Error(`${operation.route} names no repository.`);
    return answer(input, { ...call, repository });
  });
}

/** Serves an operation on an organization that the gate has found. */
export function onOrganization<I, A>(
  operation: Operation<I, A>,
  answer: (input: I, call: Call & { readonly organization: Account }) => A | Promise<A>,
): Handler {
  return handle(operation, (input, call) => {
    const { organization } = call;
    if (!organization) throw new Error(`${operation.route} names no organization.`);
    return answer(input, { ...call, organization });
  });
}

/** The person that the call acts for. @throws Refusal 403 where it acts for none */
export function userOf(call: Call): Account {
  if (!call.caller.user) throw new Refusal(403, "This call acts for a user, and the token belongs to none.");
  return call.caller.user;
}
