import type { Operation } from "@forgehand/core/contract";
import { getAppHookConfig, type HookConfig, testRepositoryHook, updateAppHookConfig } from "@forgehand/core/operations";
import { metaEvent, pingEvent } from "../../deliveries/events/hooks.ts";
import { pushEvent } from "../../deliveries/events/push.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { readCommit } from "../../git/commit.ts";
import {
  type ApiCall,
  type AppCall,
  appHandler,
  type DefineHandler,
  type Handler,
  type OrganizationCall,
  organizationHandler,
  type RepositoryCall,
  renderPage,
  repositoryHandler,
  requireActor,
} from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { notFound, requireFound } from "../../http-error.ts";
import { type HookScope, renderHookConfig, renderOrganizationHook, renderRepositoryHook } from "../../objects/hook.ts";
import { findRef } from "../../state/git-store.ts";
import * as state from "../../state/hooks.ts";
import { timestamp } from "../../timestamp.ts";
import { checkHookSettings, type HookConfigInput, type HookInput } from "./hook-settings.ts";
import { OPERATIONS } from "./operations-by-name.ts";

// Webhooks of repositories, organizations and apps.

/** Changes to a webhook in a request. */
interface HookChange extends HookIdInput {
  readonly name?: string | undefined;
  readonly config?: HookConfigInput | undefined;
  readonly events?: readonly string[] | undefined;
  readonly add_events?: readonly string[] | undefined;
  readonly remove_events?: readonly string[] | undefined;
  readonly active?: boolean | undefined;
}

interface HookIdInput {
  readonly hook_id: number;
}

interface NewHookInput {
  readonly config: HookConfigInput;
  readonly events?: readonly string[] | undefined;
  readonly active?: boolean | undefined;
}

/** @template P path parameters, I input of `create`, U input of `update`, V input of `updateConfig`, H rendered webhook */
interface HookOperations<P, I, U, V, H> {
  readonly list: Operation<P, H[]>;
  readonly get: Operation<P & HookIdInput, H>;
  readonly create: Operation<I, H>;
  readonly update: Operation<U, H>;
  readonly remove: Operation<P & HookIdInput, undefined>;
  readonly ping: Operation<P & HookIdInput, undefined>;
  readonly getConfig: Operation<P & HookIdInput, HookConfig>;
  readonly updateConfig: Operation<V, HookConfig>;
}

/** Returns the operations on the webhooks of repositories or organizations. */
const operationsOn = <O extends "Repository" | "Organization">(owner: O) => ({
  list: OPERATIONS[`list${owner}Hooks` as const],
  get: OPERATIONS[`get${owner}Hook` as const],
  create: OPERATIONS[`create${owner}Hook` as const],
  update: OPERATIONS[`update${owner}Hook` as const],
  remove: OPERATIONS[`delete${owner}Hook` as const],
  ping: OPERATIONS[`ping${owner}Hook` as const],
  getConfig: OPERATIONS[`get${owner}HookConfig` as const],
  updateConfig: OPERATIONS[`update${owner}HookConfig` as const],
});

function hookHandlers<
  C extends ApiCall,
  P,
  I extends NewHookInput,
  U extends HookChange,
  V extends HookIdInput & HookConfigInput,
  H extends { readonly url: string },
>(
  define: DefineHandler<C>,
  operations: HookOperations<P, I, U, V, H>,
  scopeOf: (call: C) => HookScope,
  render: (hook: state.Hook, call: C) => H,
): Handler[] {
  return [
    define(operations.list, (_input, call) => {
      const scope = scopeOf(call);
      const match = { ...state.ownedBy(hookOwner(scope)), oauth_app: visibleOauthApp(call, scope) };
      const rowPage = state.hooks.page(call.context.db, match, "id", call.page);
      return renderPage(call, rowPage, (hook) => render(hook, call));
    }),

    define(operations.get, ({ hook_id }, call) => render(findHook(call, scopeOf(call), hook_id), call)),

    define(operations.create, ({ config, events = ["push"], active = true }, call) => {
      const output = render(createHook(call, scopeOf(call), { config, events, active }), call);
      return reply(201, output, { location: output.url });
    }),

    define(operations.update, (input, call) => render(changeHook(call, scopeOf(call), input), call)),

    define(operations.remove, ({ hook_id }, call) => removeHook(call, scopeOf(call), hook_id)),

    define(operations.ping, ({ hook_id }, call) => {
      const scope = scopeOf(call);
      return ping(call, scope, findHook(call, scope, hook_id));
    }),

    define(operations.getConfig, ({ hook_id }, call) => renderHookConfig(findHook(call, scopeOf(call), hook_id))),

    define(operations.updateConfig, ({ hook_id, ...change }, call) =>
      renderHookConfig(changeHookConfig(call.context, findHook(call, scopeOf(call), hook_id), change)),
    ),
  ];
}

export const hooks: readonly Handler[] = [
  ...hookHandlers(repositoryHandler, operationsOn("Repository"), repositoryScope, (hook, { context, repository }) =>
    renderRepositoryHook(context, repository, hook),
  ),

  repositoryHandler(testRepositoryHook, ({ hook_id }, call) => testHook(call, hook_id)),

  ...hookHandlers(
    organizationHandler,
    operationsOn("Organization"),
    organizationScope,
    (hook, { context, organization }) => renderOrganizationHook(context, organization, hook),
  ),

  appHandler(getAppHookConfig, (_input, call) => renderHookConfig(requireAppHook(call))),

  appHandler(updateAppHookConfig, (change, call) =>
    renderHookConfig(changeHookConfig(call.context, requireAppHook(call), change)),
  ),
];

export function repositoryScope({ repository }: RepositoryCall): HookScope {
  return { kind: "repository", repository };
}

export function organizationScope({ organization }: OrganizationCall): HookScope {
  return { kind: "organization", organization };
}

/** @throws HttpError 404 if the app has no webhook */
export function requireAppHook({ context, app }: AppCall): state.Hook {
  return requireFound(state.hooks.find(context.db, { app_id: app.id }));
}

/** @throws HttpError 404 */
export function findHook(call: ApiCall, scope: HookScope, id: number): state.Hook {
  const hook = state.hooks.find(call.context.db, { ...state.ownedBy(hookOwner(scope)), id });
  const oauthApp = visibleOauthApp(call, scope);
  if (!hook || (oauthApp !== undefined && hook.oauth_app !== oauthApp)) throw notFound();
  return hook;
}

/**
 * Creates a webhook and sends it a ping.
 * @throws HttpError 422
 */
function createHook(call: ApiCall, scope: HookScope, { config, events, active }: HookInput): state.Hook {
  const { context } = call;
  const owner = hookOwner(scope);
  const settings = checkHookSettings(context, owner, { config, events, active }, undefined);
  const now = timestamp(context.now());
  const hook = state.hooks.insert(context.db, {
    ...settings,
    ...state.ownedBy(owner),
    oauth_app: callingOauthApp(call),
    created_at: now,
    updated_at: now,
  });
  if (hook.active) ping(call, scope, hook);
  return hook;
}

/**
 * Updates a webhook. A `config` replaces the whole previous one, including the secret.
 * @throws HttpError 404, 422
 */
function changeHook(call: ApiCall, scope: HookScope, change: HookChange): state.Hook {
  const { context } = call;
  const hook = findHook(call, scope, change.hook_id);
  const remaining = (change.events ?? hook.events).filter((event) => !change.remove_events?.includes(event));
  const settings = checkHookSettings(
    context,
    state.ownerOf(hook),
    {
      config: change.config ?? configOf(hook),
      events: [...remaining, ...(change.add_events ?? [])],
      active: change.active ?? hook.active,
      name: change.name,
    },
    hook,
  );
  return updateHook(context, hook, settings);
}

/**
 * Updates fields of a webhook's configuration. Omitted fields keep their values, including the secret.
 * @throws HttpError 422
 */
function changeHookConfig(context: EmulatorContext, hook: state.Hook, config: HookConfigInput): state.Hook {
  const { events, active } = hook;
  const settings = checkHookSettings(
    context,
    state.ownerOf(hook),
    { config: { ...configOf(hook), ...config }, events, active },
    hook,
  );
  return updateHook(context, hook, settings);
}

function updateHook({ db, now }: EmulatorContext, hook: state.Hook, settings: state.HookSettings): state.Hook {
  const changes = { ...settings, updated_at: timestamp(now()) };
  state.hooks.update(db, { id: hook.id }, changes);
  return { ...hook, ...changes };
}

/**
 * Deletes a webhook with its deliveries, and sends the `meta` event if it is subscribed.
 * @throws HttpError 404
 */
function removeHook(call: ApiCall, scope: HookScope, id: number): undefined {
  const { context } = call;
  const hook = findHook(call, scope, id);
  const finalEvent = metaEvent(context, scope, hook, requireActor(call));
  state.hooks.delete(context.db, { id: hook.id });
  context.deliveries.cancel(hook.id);
  if (hook.active && (hook.events.includes("meta") || hook.events.includes("*")))
    context.deliveries.emitToHook(hook, finalEvent);
}

/**
 * Sends a push of the default branch's last commit to a webhook that is subscribed to pushes.
 * @throws HttpError 404
 */
function testHook(call: RepositoryCall, id: number): undefined {
  const { context, repository } = call;
  const hook = findHook(call, repositoryScope(call), id);
  if (!hook.active || !(hook.events.includes("push") || hook.events.includes("*"))) return;
  const store = { db: context.db, repositoryId: repository.id };
  const ref = `refs/heads/${repository.default_branch}`;
  const after = findRef(store, ref);
  if (after === undefined) return;
  const [before] = readCommit(store, after).parents;
  context.deliveries.emitToHook(hook, pushEvent(context, repository, requireActor(call), { ref, before, after }));
}

/** Sends a ping, also to an inactive webhook. */
function ping(call: ApiCall, scope: HookScope, hook: state.Hook): undefined {
  call.context.deliveries.emitToHook(hook, pingEvent(call.context, scope, hook, requireActor(call)));
}

function hookOwner(scope: HookScope): state.HookOwner {
  const { id } = scope.kind === "repository" ? scope.repository : scope.organization;
  return { kind: scope.kind, id };
}

/** Returns the id of the calling OAuth app, 0 if its token has no app, or null if the caller is not an OAuth app. */
function callingOauthApp({ caller: { token } }: ApiCall): number | null {
  return token?.kind === "oauth" ? (token.app_id ?? 0) : null;
}

/**
 * Returns the filter for an organization's webhooks: an OAuth app sees only those that it created, and other callers
 * don't see those of OAuth apps. Returns undefined for a repository, which shows all of its webhooks.
 */
function visibleOauthApp(call: ApiCall, scope: HookScope): number | null | undefined {
  return scope.kind === "organization" ? callingOauthApp(call) : undefined;
}

function configOf({ url, content_type, secret, insecure_ssl }: state.Hook): HookConfigInput {
  return { url, content_type, secret: secret ?? undefined, insecure_ssl };
}
