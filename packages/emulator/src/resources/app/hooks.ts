import { getAppHookConfig, updateAppHookConfig } from "@forgehand/core/operations";
import { type AppCall, appHandler } from "../../http/handler.ts";
import { notFound } from "../../http-error.ts";
import { renderHookConfig } from "../../objects/hook.ts";
import * as state from "../../state/hooks.ts";
import { changeHookConfig } from "../shared/hooks.ts";

export const hooks = [
  appHandler(getAppHookConfig, (_input, call) => renderHookConfig(requireAppHook(call))),

  appHandler(updateAppHookConfig, (change, call) =>
    renderHookConfig(changeHookConfig(call.context, requireAppHook(call), change)),
  ),
];

/** @throws HttpError 404 if the app has no webhook */
export function requireAppHook({ context, app }: AppCall): state.Hook {
  const hook = state.hooks.find(context.db, { app_id: app.id });
  if (!hook) throw notFound();
  return hook;
}
