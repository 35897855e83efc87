import {
  createOrganizationHook,
  deleteOrganizationHook,
  getOrganizationHook,
  listOrganizationHooks,
  pingOrganizationHook,
  updateOrganizationHook,
} from "@forgehand/core/operations";
import { listed, type OrganizationCall, onOrganization } from "../../http/call.ts";
import { reply } from "../../http/reply.ts";
import { type HookPlace, renderOrganizationHook } from "../../objects/hook.ts";
import type { Hook } from "../../state/hooks.ts";
import { changeHook, createHook, findHook, listHooks, pingHook, removeHook } from "../families/hooks.ts";

const at = ({ organization }: OrganizationCall): HookPlace => ({ kind: "organization", organization });
const render = ({ world, organization }: OrganizationCall, hook: Hook) =>
  renderOrganizationHook(world, organization, hook);

export const hooks = [
  onOrganization(listOrganizationHooks, (_input, call) =>
    listed(call, listHooks(call, at(call)), (hook) => render(call, hook)),
  ),

  onOrganization(getOrganizationHook, ({ hook_id }, call) => render(call, findHook(call, at(call), hook_id))),

  onOrganization(createOrganizationHook, ({ config, events = ["push"], active = true }, call) => {
    const output = render(call, createHook(call, at(call), { config, events, active }));
    return reply(201, output, { location: output.url });
  }),

  onOrganization(updateOrganizationHook, (input, call) => render(call, changeHook(call, at(call), input))),

  onOrganization(deleteOrganizationHook, ({ hook_id }, call) => removeHook(call, at(call), hook_id)),

  onOrganization(pingOrganizationHook, ({ hook_id }, call) => pingHook(call, at(call), hook_id)),
];
