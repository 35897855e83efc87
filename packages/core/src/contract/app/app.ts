import { App } from "../objects/app.ts";
import { operation } from "../operation.ts";
import { APP_ACCESS, PUBLIC_ACCESS } from "../permission-access.ts";

/**
 * Gets the app that the call authenticates as.
 * @see https://docs.github.com/rest/apps/apps#get-the-authenticated-app
 */
export const getAuthenticatedApp = operation("GET /app", () => ({
  success: { 200: App.schema() },
  access: APP_ACCESS,
  retry: "safe",
}));

/**
 * Gets an app.
 * @see https://docs.github.com/rest/apps/apps#get-an-app
 */
export const getApp = operation("GET /apps/{app_slug}", () => ({
  success: { 200: App.schema() },
  otherStatuses: [403, 404],
  access: PUBLIC_ACCESS,
  retry: "safe",
}));
