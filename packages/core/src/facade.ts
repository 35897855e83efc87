import type { Listing } from "./client/answer/pages.ts";
import {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type ListMediaOptions,
  type ListOptions,
  type MediaOptions,
  type RawAnswer,
} from "./client/client.ts";
import type { Arguments } from "./client/client-types.ts";
import type { Fields } from "./client/request/fields.ts";
import * as actionsCaches from "./contract/areas/actions-caches.ts";
import * as actionsPermissions from "./contract/areas/actions-permissions.ts";
import * as advisories from "./contract/areas/advisories.ts";
import * as announcement from "./contract/areas/announcement.ts";
import * as assistantSeats from "./contract/areas/assistant-seats.ts";
import * as assistantSpaces from "./contract/areas/assistant-spaces.ts";
import * as billingUsage from "./contract/areas/billing-usage.ts";
import * as budgets from "./contract/areas/budgets.ts";
import * as codeSecurity from "./contract/areas/code-security.ts";
import * as contents from "./contract/areas/contents.ts";
import * as customPatterns from "./contract/areas/custom-patterns.ts";
import * as customProperties from "./contract/areas/custom-properties.ts";
import * as enterpriseTeams from "./contract/areas/enterprise-teams.ts";
import * as gpgKeys from "./contract/areas/gpg-keys.ts";
import * as hostedRunners from "./contract/areas/hosted-runners.ts";
import * as immutableReleases from "./contract/areas/immutable-releases.ts";
import * as installations from "./contract/areas/installations.ts";
import * as interactionLimits from "./contract/areas/interaction-limits.ts";
import * as issueFields from "./contract/areas/issue-fields.ts";
import * as oidc from "./contract/areas/oidc.ts";
import * as organizations from "./contract/areas/organizations.ts";
import * as patternConfiguration from "./contract/areas/pattern-configuration.ts";
import * as pullRequests from "./contract/areas/pull-requests.ts";
import * as repositories from "./contract/areas/repositories.ts";
import * as reviewRequests from "./contract/areas/review-requests.ts";
import * as ruleSuites from "./contract/areas/rule-suites.ts";
import * as rulesets from "./contract/areas/rulesets.ts";
import * as runnerGroups from "./contract/areas/runner-groups.ts";
import * as runners from "./contract/areas/runners.ts";
import * as search from "./contract/areas/search.ts";
import * as secrets from "./contract/areas/secrets.ts";
import * as securityManagers from "./contract/areas/security-managers.ts";
import * as service from "./contract/areas/service.ts";
import * as sourceImports from "./contract/areas/source-imports.ts";
import * as starring from "./contract/areas/starring.ts";
import * as updaterAccess from "./contract/areas/updater-access.ts";
import * as usageMetrics from "./contract/areas/usage-metrics.ts";
import * as users from "./contract/areas/users.ts";
import * as variables from "./contract/areas/variables.ts";
import * as watching from "./contract/areas/watching.ts";
import * as webhooks from "./contract/areas/webhooks.ts";
import * as workflowRuns from "./contract/areas/workflow-runs.ts";
import { asTyped, takingFields } from "./contract/defined.ts";
import type { AnyOperation, Item, Operation } from "./contract/operation-types.ts";
import { lazy } from "./internal/lazy.ts";

/** Every area, under its file's name. */
const AREAS = {
  actionsCaches,
  actionsPermissions,
  advisories,
  announcement,
  assistantSeats,
  assistantSpaces,
  billingUsage,
  budgets,
  codeSecurity,
  contents,
  customPatterns,
  customProperties,
  enterpriseTeams,
  gpgKeys,
  hostedRunners,
  immutableReleases,
  installations,
  interactionLimits,
  issueFields,
  oidc,
  organizations,
  patternConfiguration,
  pullRequests,
  repositories,
  reviewRequests,
  ruleSuites,
  rulesets,
  runnerGroups,
  runners,
  search,
  secrets,
  securityManagers,
  service,
  sourceImports,
  starring,
  updaterAccess,
  usageMetrics,
  users,
  variables,
  watching,
  webhooks,
  workflowRuns,
};

type Areas = typeof AREAS;

/** Calls its operation. @throws ForgeError, or the reason of a signal that was aborted */
export interface OperationCall<I, A> {
  (...args: Arguments<I, CallOptions>): Promise<A>;
  /** The same, with status and headers. */
  readonly raw: (...args: Arguments<I, CallOptions>) => Promise<RawAnswer<A>>;
}

/** Calls an operation that has media types of its own. @throws ForgeError, or the reason of a signal that was aborted */
export interface MediaCall<I, A, M> {
  (...args: Arguments<I, CallOptions>): Promise<A>;
  <K extends keyof M>(input: I, options: MediaOptions<K>): Promise<M[K]>;
  /** The same, with status and headers. */
  readonly raw: {
    (...args: Arguments<I, CallOptions>): Promise<RawAnswer<A>>;
    <K extends keyof M>(input: I, options: MediaOptions<K>): Promise<RawAnswer<M[K]>>;
  };
}

/** Calls an operation that lists: the call itself brings one page. */
export interface ListCall<I, A> extends OperationCall<I, A> {
  /** Every page, one after the other, from the one that the input names. @throws ForgeError */
  readonly pages: (...args: Arguments<I, ListOptions>) => Listing<A>;
  /** Every item, page by page. @throws ForgeError */
  readonly items: (...args: Arguments<I, ListOptions>) => Listing<Item<A>>;
}

/** Calls an operation that lists, with media types of its own. */
export interface ListMediaCall<I, A, M> extends MediaCall<I, A, M> {
  /** Every page, one after the other, from the one that the input names. @throws ForgeError */
  readonly pages: {
    (...args: Arguments<I, ListOptions>): Listing<A>;
    <K extends keyof M>(input: I, options: ListMediaOptions<K>): Listing<M[K]>;
  };
  /** Every item, page by page. @throws ForgeError */
  readonly items: {
    (...args: Arguments<I, ListOptions>): Listing<Item<A>>;
    <K extends keyof M>(input: I, options: ListMediaOptions<K>): Listing<Item<M[K]>>;
  };
}

/** What leads on through a list: only lists take one of these. */
type PageField = "page" | "cursor" | "after" | "since";

// Without media types there is but one way to call, and what is wrong with a call is told of that.
type FunctionOf<I, A, M> = [keyof I & PageField] extends [never]
  ? unknown extends M
    ? OperationCall<I, A>
    : MediaCall<I, A, M>
  : unknown extends M
    ? ListCall<I, A>
    : ListMediaCall<I, A, M>;

/** An operation as a function. */
export type OperationFunction<O> = O extends Operation<infer I, infer A, infer M> ? FunctionOf<I, A, M> : never;

type OperationName<Area> = { [Name in keyof Area]: Area[Name] extends AnyOperation ? Name : never }[keyof Area];

// Names that are picked, and not renamed by `as`, lead an editor to their operations.
type Functions<Area, Name extends keyof Area> = { readonly [N in Name]: OperationFunction<Area[N]> };

/** The operations of an area as functions, by their names. */
export type Group<Area> = Functions<Area, OperationName<Area>>;

/** Every operation as a function, by area, and the client that calls them. */
export type Forgehand = { readonly client: Client } & { readonly [Name in keyof Areas]: Group<Areas[Name]> };

/**
 * A client of one service, with one caller's token, as functions: `forgehand(options).watching.setSubscription(input)`.
 * It brings the whole catalogue along; where size counts, take `createClient` and the operations that you call.
 * @throws InputError on an option that can't be right
 */
export function forgehand(options: ClientOptions): Forgehand {
  const client = createClient(options);
  const facade = { client };
  for (const [name, area] of Object.entries(AREAS)) {
    Object.defineProperty(facade, name, { get: lazy(() => groupOf(client, area)), enumerable: true });
  }
  // It has a group for every area: see the loop.
  return asTyped(facade);
}

function groupOf(client: Client, area: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const operations = Object.entries(area).flatMap(([name, value]) => (isOperation(value) ? [{ name, value }] : []));
  return Object.fromEntries(operations.map(({ name, value }) => [name, functionOf(client, value)]));
}

function isOperation(value: unknown): value is AnyOperation {
  return typeof value === "object" && value !== null && "route" in value && "define" in value;
}

/** Types know lists from others; where nobody minds them, the client says that it is no list. */
function functionOf(client: Client, operation: AnyOperation) {
  const any = takingFields(operation);
  return Object.assign((input?: Fields, options?: CallOptions) => client.call(any, input, options), {
    raw: (input?: Fields, options?: CallOptions) => client.call.raw(any, input, options),
    pages: (input?: Fields, options?: ListOptions) => client.pages(any, input, options),
    items: (input?: Fields, options?: ListOptions) => client.items(any, input, options),
  });
}
