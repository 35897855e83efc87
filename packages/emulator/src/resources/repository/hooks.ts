import {
  createRepositoryHook,
  deleteRepositoryHook,
  getRepositoryHook,
  getRepositoryHookConfig,
  listRepositoryHooks,
  pingRepositoryHook,
  testRepositoryHook,
  updateRepositoryHook,
  updateRepositoryHookConfig,
} from "@forgehand/core/operations";
import { type RepositoryCall, renderPage, repositoryHandler } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { type HookScope, renderHookConfig, renderRepositoryHook } from "../../objects/hook.ts";
import type { Hook } from "../../state/hooks.ts";
import {
  changeHook,
  changeHookConfig,
  createHook,
  findHook,
  listHooks,
  pingHook,
  removeHook,
  testHook,
} from "../shared/hooks.ts";

const scopeOf = ({ repository }: RepositoryCall): HookScope => ({ kind: "repository", repository });
const render = ({ context, repository }: RepositoryCall, hook: Hook) => renderRepositoryHook(context, repository, hook);

export const hooks = [
  repositoryHandler(listRepositoryHooks, (_input, call) =>
    renderPage(call, listHooks(call, scopeOf(call)), (hook) => render(call, hook)),
  ),

  repositoryHandler(getRepositoryHook, ({ hook_id }, call) => render(call, findHook(call, scopeOf(call), hook_id))),

  repositoryHandler(createRepositoryHook, ({ config, events = ["push"], active = true }, call) => {
    const output = render(call, createHook(call, scopeOf(call), { config, events, active }));
    return reply(201, output, { location: output.url });
  }),

  repositoryHandler(updateRepositoryHook, (input, call) => render(call, changeHook(call, scopeOf(call), input))),

  repositoryHandler(deleteRepositoryHook, ({ hook_id }, call) => removeHook(call, scopeOf(call), hook_id)),

  repositoryHandler(pingRepositoryHook, ({ hook_id }, call) => pingHook(call, scopeOf(call), hook_id)),

  repositoryHandler(getRepositoryHookConfig, ({ hook_id }, call) =>
    renderHookConfig(findHook(call, scopeOf(call), hook_id)),
  ),

  repositoryHandler(updateRepositoryHookConfig, ({ hook_id, ...change }, call) => {
    const hook = findHook(call, scopeOf(call), hook_id);
    return renderHookConfig(changeHookConfig(call.context, hook, change));
  }),

  repositoryHandler(testRepositoryHook, ({ hook_id }, call) => testHook(call, hook_id)),
];
