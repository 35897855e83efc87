import type { AnyOperation, Operation } from "@forgehand/core/contract";
import { actorOf, type Caller, type PathResources } from "../callers/caller.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { HttpError } from "../http-error.ts";
import type { RateLimitStatus } from "../limits/rate-limiter.ts";
import type { Account } from "../state/accounts.ts";
import type { App } from "../state/apps.ts";
import type { RowPage } from "../state/database.ts";
import type { Enterprise } from "../state/enterprises.ts";
import type { Repository } from "../state/repositories.ts";
import type { PageLinks, PageWindow } from "./paging.ts";
import type { Reply } from "./reply.ts";
import type { WireFormat } from "./wire-format.ts";

/** An authorized API call, passed to its handler. */
export interface ApiCall extends PathResources {
  readonly context: EmulatorContext;
  readonly caller: Caller;
  /** The requested page of a list. */
  readonly page: PageWindow;
  /** Receives the position of that page in the list, for the `Link` header. */
  readonly links: PageLinks;
  /** The requested custom media type (`star`, `raw`); undefined for plain JSON. */
  readonly media: string | undefined;
  /** The form of the response. */
  readonly format: WireFormat;
  /** Returns the caller's current rate limit status. */
  readonly rateLimits: () => RateLimitStatus[];
}

/** Calls by their kind of target. */
export type RepositoryCall = ApiCall & { readonly repository: Repository };
export type OrganizationCall = ApiCall & { readonly organization: Account };
export type EnterpriseCall = ApiCall & { readonly enterprise: Enterprise };
export type UserCall = ApiCall & { readonly user: Account };
export type AppCall = ApiCall & { readonly app: App };

/** The implementation of an operation. */
export interface Handler {
  readonly operation: AnyOperation;
  readonly respond: (input: never, call: ApiCall) => unknown;
  readonly exists?: ExistenceCheck<ApiCall>;
}

/** Checks whether the resource in the path exists. Used by operations whose resource has no read operation. */
type ExistenceCheck<C> = (names: Readonly<Record<string, string>>, call: C) => boolean;

type Respond<I, C, R> = (input: I, call: C) => R | Promise<R>;

/** Defines the handler of an operation on one kind of target. Operations without output have handlers without result. */
export interface DefineHandler<C> {
  <I>(operation: Operation<I, undefined>, respond: Respond<I, C, void>, exists?: ExistenceCheck<C>): Handler;
  <I, A, M>(
    operation: Operation<I, A, M>,
    respond: Respond<I, C, A | M[keyof M] | Reply<A | M[keyof M]>>,
    exists?: ExistenceCheck<C>,
  ): Handler;
}

/** Creates a function that defines handlers for one kind of target, which authorization has already resolved. */
function createHandlerFactory<T extends object>(
  kind: string,
  find: (call: ApiCall) => T | undefined,
): DefineHandler<ApiCall & T> {
  return <I>(
    operation: Operation<I, unknown>,
    respond: Respond<I, ApiCall & T, unknown>,
    exists?: ExistenceCheck<ApiCall & T>,
  ): Handler => {
    const addTarget = (call: ApiCall) => {
      const target = find(call);
      if (!target) throw new Error(`The path of ${operation.route} must contain the ${kind}.`);
      return { ...call, ...target };
    };
    const handler = { operation, respond: (input: I, call: ApiCall) => respond(input, addTarget(call)) };
    return exists ? { ...handler, exists: (names, call) => exists(names, addTarget(call)) } : handler;
  };
}

/** Defines the handler of an operation on any target. */
export const defineHandler: DefineHandler<ApiCall> = <I>(
  operation: Operation<I, unknown>,
  respond: Respond<I, ApiCall, unknown>,
) => ({ operation, respond });

/** Defines the handler of an operation on a repository that the caller can see. */
export const repositoryHandler = createHandlerFactory("repository", ({ repository }) => repository && { repository });

/** Defines the handler of an operation on an organization. */
export const organizationHandler = createHandlerFactory(
  "organization",
  ({ organization }) => organization && { organization },
);

/** Defines the handler of an operation on an enterprise. */
export const enterpriseHandler = createHandlerFactory("enterprise", ({ enterprise }) => enterprise && { enterprise });

/** Defines the handler of an operation on the account in `{username}`. */
export const accountHandler = createHandlerFactory("account", ({ subject }) => subject && { subject });

/**
 * Defines the handler of an operation for the authenticated user; responds with 403 if the token belongs to no user.
 */
export const userHandler = createHandlerFactory("user", (call) => ({ user: requireUser(call) }));

/** Defines the handler of an operation for the authenticated app. */
export const appHandler = createHandlerFactory("app", ({ caller: { app } }) => app && { app });

/** Returns the account that the call acts as, which is the author of its changes and the sender of their events. */
export function requireActor({ caller }: ApiCall): Account {
  const actor = actorOf(caller);
  if (!actor) throw new Error("A call that changes something must have a user or a bot.");
  return actor;
}

/**
 * Returns the authenticated user.
 * @throws HttpError 403 if the token belongs to no user
 */
export function requireUser(call: ApiCall): Account {
  if (!call.caller.user) throw new HttpError(403, "This call requires a user, but the token belongs to none.");
  return call.caller.user;
}

/** Renders the items of a page of a list and sets its `Link` header. */
export function renderPage<R, T>({ links }: ApiCall, { rows, total }: RowPage<R>, render: (row: R) => T): T[] {
  links.setTotal(total);
  return rows.map(render);
}
