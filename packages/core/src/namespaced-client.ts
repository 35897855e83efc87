import {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type ListMediaOptions,
  type ListOptions,
  type MediaOptions,
  type RawResponse,
} from "./client/client.ts";
import type { CallArguments, ItemMediaOptions, MediaOutput } from "./client/client-types.ts";
import type { InputFields } from "./client/request/input-fields.ts";
import type { Listing } from "./client/response/pagination.ts";
import type { ItemsOptions } from "./client/response/valid-items.ts";
import * as actionsCaches from "./contract/areas/actions-caches.ts";
import * as actionsPermissions from "./contract/areas/actions-permissions.ts";
import * as advisories from "./contract/areas/advisories.ts";
import * as announcement from "./contract/areas/announcement.ts";
import * as artifacts from "./contract/areas/artifacts.ts";
import * as assistantSeats from "./contract/areas/assistant-seats.ts";
import * as assistantSpaces from "./contract/areas/assistant-spaces.ts";
import * as billingUsage from "./contract/areas/billing-usage.ts";
import * as branches from "./contract/areas/branches.ts";
import * as budgets from "./contract/areas/budgets.ts";
import * as checks from "./contract/areas/checks.ts";
import * as codeSecurity from "./contract/areas/code-security.ts";
import * as commits from "./contract/areas/commits.ts";
import * as contents from "./contract/areas/contents.ts";
import * as customPatterns from "./contract/areas/custom-patterns.ts";
import * as customProperties from "./contract/areas/custom-properties.ts";
import * as deployments from "./contract/areas/deployments.ts";
import * as enterpriseTeams from "./contract/areas/enterprise-teams.ts";
import * as git from "./contract/areas/git.ts";
import * as gpgKeys from "./contract/areas/gpg-keys.ts";
import * as hostedRunners from "./contract/areas/hosted-runners.ts";
import * as immutableReleases from "./contract/areas/immutable-releases.ts";
import * as installations from "./contract/areas/installations.ts";
import * as interactionLimits from "./contract/areas/interaction-limits.ts";
import * as issueFields from "./contract/areas/issue-fields.ts";
import * as issues from "./contract/areas/issues.ts";
import * as notifications from "./contract/areas/notifications.ts";
import * as oidc from "./contract/areas/oidc.ts";
import * as organizations from "./contract/areas/organizations.ts";
import * as patternConfiguration from "./contract/areas/pattern-configuration.ts";
import * as pullRequests from "./contract/areas/pull-requests.ts";
import * as releases from "./contract/areas/releases.ts";
import * as repositories from "./contract/areas/repositories.ts";
import * as repositoryInvitations from "./contract/areas/repository-invitations.ts";
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
import { asUntypedOperation, castValidated } from "./contract/call-definition.ts";
import type { AnyOperation, Item, Operation } from "./contract/operation-types.ts";
import { lazy } from "./internal/lazy.ts";

/** All areas by name. */
const AREAS = {
  actionsCaches,
  actionsPermissions,
  advisories,
  announcement,
  artifacts,
  assistantSeats,
  assistantSpaces,
  billingUsage,
  branches,
  budgets,
  checks,
  codeSecurity,
  commits,
  contents,
  customPatterns,
  customProperties,
  deployments,
  enterpriseTeams,
  git,
  gpgKeys,
  hostedRunners,
  immutableReleases,
  installations,
  interactionLimits,
  issueFields,
  issues,
  notifications,
  oidc,
  organizations,
  patternConfiguration,
  pullRequests,
  releases,
  repositories,
  repositoryInvitations,
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

/**
 * Calls its operation.
 * @throws ForgeError, or the reason of an aborted signal
 */
export interface OperationCall<I, A, M> {
  <K extends keyof M = never>(...args: CallArguments<I, MediaOptions<K>>): Promise<MediaOutput<A, M, K>>;
  /** Calls the operation and returns its output with status and headers. */
  readonly raw: <K extends keyof M = never>(
    ...args: CallArguments<I, MediaOptions<K>>
  ) => Promise<RawResponse<MediaOutput<A, M, K>>>;
}

/** Calls a list operation and returns a single page. */
export interface ListCall<I, A, M> extends OperationCall<I, A, M> {
  /**
   * Iterates over the pages, starting with the one that the input names.
   * @throws ForgeError
   */
  readonly pages: <K extends keyof M = never>(
    ...args: CallArguments<I, ListMediaOptions<K>>
  ) => Listing<MediaOutput<A, M, K>>;
  /**
   * Iterates over the items, page by page.
   * @throws ForgeError
   */
  readonly items: <K extends keyof M = never>(
    ...args: CallArguments<I, ItemMediaOptions<K>>
  ) => Listing<Item<MediaOutput<A, M, K>>>;
}

/** An operation as a function. */
export type OperationFunction<O> =
  O extends Operation<infer I, infer A, infer M, infer Kind>
    ? unknown extends Kind
      ? OperationCall<I, A, M>
      : ListCall<I, A, M>
    : never;

type OperationName<Area> = { [Name in keyof Area]: Area[Name] extends AnyOperation ? Name : never }[keyof Area];

// A mapped type without `as` lets editors jump to the operation.
type OperationFunctions<Area, Name extends keyof Area> = { readonly [N in Name]: OperationFunction<Area[N]> };

/** The operations of an area as functions. */
export type OperationGroup<Area> = OperationFunctions<Area, OperationName<Area>>;

/** All operations as functions by area, and the underlying client. */
export type NamespacedClient = { readonly client: Client } & {
  readonly [Name in keyof Areas]: OperationGroup<Areas[Name]>;
};

/**
 * Creates a client with operations as methods: `createNamespacedClient(options).watching.setSubscription(input)`.
 * Bundles every operation; if size matters, use `createClient` and import operations individually.
 * @throws InputError if an option is invalid
 */
export function createNamespacedClient(options: ClientOptions): NamespacedClient {
  const client = createClient(options);
  const namespaces = { client };
  for (const [name, area] of Object.entries(AREAS)) {
    Object.defineProperty(namespaces, name, { get: lazy(() => createGroup(client, area)), enumerable: true });
  }
  // The loop defines a group for every area.
  return castValidated(namespaces);
}

function createGroup(client: Client, area: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const operations = Object.entries(area).flatMap(([name, value]) => (isOperation(value) ? [{ name, value }] : []));
  return Object.fromEntries(operations.map(({ name, value }) => [name, createFunction(client, value)]));
}

function isOperation(value: unknown): value is AnyOperation {
  return typeof value === "object" && value !== null && "route" in value && "define" in value;
}

/** Types restrict `pages` and `items` to lists; without a compiler, the client throws for other operations. */
function createFunction(client: Client, operation: AnyOperation) {
  const untyped = asUntypedOperation(operation);
  return Object.assign((input?: InputFields, options?: CallOptions) => client.call(untyped, input, options), {
    raw: (input?: InputFields, options?: CallOptions) => client.call.raw(untyped, input, options),
    pages: (input?: InputFields, options?: ListOptions) => client.pages(untyped, input, options),
    items: (input?: InputFields, options?: ItemsOptions) => client.items(untyped, input, options),
  });
}
