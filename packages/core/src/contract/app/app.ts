import { App } from "../objects/app.ts";
import { operation } from "../operation.ts";
import { APP_ACCESS, PUBLIC_ACCESS } from "../permission-access.ts";
import { get } from "../reads-and-writes.ts";

/**
 * Gets the app that the call authenticates as.
 * @see https://docs.github.com/rest/apps/apps#get-the-authenticated-app
 */
export const getAuthenticatedApp = operation("GET /app", () => get({ access: APP_ACCESS }, App.schema()));

/**
 * Gets an app.
 * @see https://docs.github.com/rest/apps/apps#get-an-app
 */
export const getApp = operation("GET /apps/{app_slug}", () => get({ access: PUBLIC_ACCESS }, App.schema(), [403, 404]));
