import type { Input } from "@forgehand/core/contract";
import {
  createRepositoryHook,
  deleteRepositoryHook,
  getRepositoryHook,
  listRepositoryHooks,
  updateRepositoryHook,
} from "@forgehand/core/operations";
import { pingEvent } from "../../deliveries/events.ts";
import { onRepository } from "../../http/call.ts";
import { invalid, notFound } from "../../http/refusal.ts";
import { renderHook } from "../../objects/hook.ts";
import { getAccount } from "../../state/accounts.ts";
import * as state from "../../state/hooks.ts";
import type { Repository } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";

export const hooks = [
  onRepository(listRepositoryHooks, (_input, { world, repository, window, links }) => {
    const { rows, total } = state.hooksOf(world.db, repository.id, window);
    links.total(total);
    return rows.map((hook) => renderHook(world, repository, hook));
  }),

  onRepository(getRepositoryHook, ({ hook_id }, { world, repository }) =>
    renderHook(world, repository, findHook(world, repository, hook_id)),
  ),

  onRepository(createRepositoryHook, (input, { world, repository, caller }) => {
    const settings = changed(
      {
        ...{ url: "", content_type: "form", secret: null, insecure_ssl: "0" },
        ...{ events: ["push"], active: input.active ?? true },
      },
      input.config,
      input.events,
    );
    const hook = state.createHook(world.db, repository.id, settings, timestamp(world.now()));
    const sender = caller.user ?? getAccount(world.db, repository.owner_id);
    if (hook.active) world.deliveries.emitTo(hook, pingEvent(world, repository, hook, sender));
    return renderHook(world, repository, hook);
  }),

  onRepository(updateRepositoryHook, (input, { world, repository }) => {
    const hook = findHook(world, repository, input.hook_id);
    const kept = (input.events ?? hook.events).filter((event) => !input.remove_events?.includes(event));
    const events = [...new Set([...kept, ...(input.add_events ?? [])])];
    const before = { ...hook, active: input.active ?? hook.active };
    // A config replaces the old one whole, its secret too.
    const bare = { content_type: "form", secret: null, insecure_ssl: "0" } as const;
    const settings = input.config ? changed({ ...before, ...bare }, input.config, events) : { ...before, events };
    return renderHook(world, repository, state.updateHook(world.db, hook, settings, timestamp(world.now())));
  }),

  onRepository(deleteRepositoryHook, ({ hook_id }, { world, repository }) => {
    state.deleteHook(world.db, findHook(world, repository, hook_id));
    return undefined;
  }),
];

/** The hook of a repository. @throws Refusal 404 */
export function findHook(world: World, repository: Repository, id: number): state.Hook {
  const hook = state.findHook(world.db, repository.id, id);
  if (!hook) throw notFound();
  return hook;
}

function changed(
  before: state.HookSettings,
  config: NonNullable<Input<typeof updateRepositoryHook>["config"]>,
  events: readonly string[] | undefined,
): state.HookSettings {
  const url = URL.parse(config.url ?? before.url);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    throw invalid("config.url", "url must be an http or https address");
  }
  const type = config.content_type ?? before.content_type;
  if (type !== "json" && type !== "form") throw invalid("config.content_type", 'content_type is "json" or "form"');
  return {
    url: url.href,
    content_type: type,
    // An empty secret takes the old one away.
    secret: config.secret === undefined ? before.secret : config.secret || null,
    insecure_ssl: String(config.insecure_ssl ?? before.insecure_ssl),
    events: [...(events ?? before.events)],
    active: before.active,
  };
}
