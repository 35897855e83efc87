import {
  createRepositoryHook,
  deleteRepositoryHook,
  getRepositoryHook,
  listRepositoryHooks,
  pingRepositoryHook,
  updateRepositoryHook,
} from "@forgehand/core/operations";
import { listed, onRepository, type RepositoryCall } from "../../http/call.ts";
import { reply } from "../../http/reply.ts";
import { type HookPlace, renderRepositoryHook } from "../../objects/hook.ts";
import type { Hook } from "../../state/hooks.ts";
import { changeHook, createHook, findHook, listHooks, pingHook, removeHook } from "../families/hooks.ts";

const at = ({ repository }: RepositoryCall): HookPlace => ({ kind: "repository", repository });
const render = ({ world, repository }: RepositoryCall, hook: Hook) => renderRepositoryHook(world, repository, hook);

export const hooks = [
  onRepository(listRepositoryHooks, (_input, call) =>
    listed(call, listHooks(call, at(call)), (hook) => render(call, hook)),
  ),

  onRepository(getRepositoryHook, ({ hook_id }, call) => render(call, findHook(call, at(call), hook_id))),

  onRepository(createRepositoryHook, ({ config, events = ["push"], active = true }, call) => {
    const output = render(call, createHook(call, at(call), { config, events, active }));
    return reply(201, output, { location: output.url });
  }),

  onRepository(updateRepositoryHook, (input, call) => render(call, changeHook(call, at(call), input))),

  onRepository(deleteRepositoryHook, ({ hook_id }, call) => removeHook(call, at(call), hook_id)),

  onRepository(pingRepositoryHook, ({ hook_id }, call) => pingHook(call, at(call), hook_id)),
];
