import { getApp, getAuthenticatedApp } from "@forgehand/core/operations";
import { appHandler, defineHandler } from "../../http/handler.ts";
import { requireFound } from "../../http-error.ts";
import { findAppObject, renderApp } from "../../objects/app.ts";
import { installations } from "../../state/apps.ts";

export const apps = [
  appHandler(getAuthenticatedApp, (_input, { context, app }) => ({
    ...renderApp(context, app),
    installations_count: installations.count(context.db, { app_id: app.id }),
  })),

  // All apps of the emulator are public.
  defineHandler(getApp, ({ app_slug }, { context }) => {
    return requireFound(findAppObject(context, app_slug));
  }),
];
