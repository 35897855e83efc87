import {
  createOrganizationHook,
  deleteOrganizationHook,
  getOrganizationHook,
  getOrganizationHookConfig,
  listOrganizationHooks,
  pingOrganizationHook,
  updateOrganizationHook,
  updateOrganizationHookConfig,
} from "@forgehand/core/operations";
import { type OrganizationCall, organizationHandler, renderPage } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { type HookScope, renderHookConfig, renderOrganizationHook } from "../../objects/hook.ts";
import type { Hook } from "../../state/hooks.ts";
import {
  changeHook,
  changeHookConfig,
  createHook,
  findHook,
  listHooks,
  pingHook,
  removeHook,
} from "../shared/hooks.ts";

const organizationScope = ({ organization }: OrganizationCall): HookScope => ({ kind: "organization", organization });
const render = ({ context, organization }: OrganizationCall, hook: Hook) =>
  renderOrganizationHook(context, organization, hook);

export const hooks = [
  organizationHandler(listOrganizationHooks, (_input, call) =>
    renderPage(call, listHooks(call, organizationScope(call)), (hook) => render(call, hook)),
  ),

  organizationHandler(getOrganizationHook, ({ hook_id }, call) =>
    render(call, findHook(call, organizationScope(call), hook_id)),
  ),

  organizationHandler(createOrganizationHook, ({ config, events = ["push"], active = true }, call) => {
    const output = render(call, createHook(call, organizationScope(call), { config, events, active }));
    return reply(201, output, { location: output.url });
  }),

  organizationHandler(updateOrganizationHook, (input, call) =>
    render(call, changeHook(call, organizationScope(call), input)),
  ),

  organizationHandler(deleteOrganizationHook, ({ hook_id }, call) =>
    removeHook(call, organizationScope(call), hook_id),
  ),

  organizationHandler(pingOrganizationHook, ({ hook_id }, call) => pingHook(call, organizationScope(call), hook_id)),

  organizationHandler(getOrganizationHookConfig, ({ hook_id }, call) =>
    renderHookConfig(findHook(call, organizationScope(call), hook_id)),
  ),

  organizationHandler(updateOrganizationHookConfig, ({ hook_id, ...change }, call) => {
    const hook = findHook(call, organizationScope(call), hook_id);
    return renderHookConfig(changeHookConfig(call.context, hook, change));
  }),
];
