import { noPathFields } from "../fields.ts";
import { operation } from "../operation.ts";
import { APP_HOOK, getHookConfig, updateHookConfig } from "../shared/hooks.ts";

/**
 * Gets the configuration of an app's webhook, with its secret masked.
 * @see https://docs.github.com/rest/apps/webhooks#get-a-webhook-configuration-for-an-app
 */
export const getAppHookConfig = operation("GET /app/hook/config", () => getHookConfig(noPathFields, APP_HOOK));

/**
 * Updates the configuration of an app's webhook; omitted fields keep their values, including the secret.
 * @see https://docs.github.com/rest/apps/webhooks#update-a-webhook-configuration-for-an-app
 */
export const updateAppHookConfig = operation("PATCH /app/hook/config", () => updateHookConfig(noPathFields, APP_HOOK));
