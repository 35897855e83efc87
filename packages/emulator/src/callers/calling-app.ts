import type { EmulatorContext } from "../emulator-context.ts";
import { installations } from "../state/apps.ts";
import { WORKFLOW_APP_ID } from "../state/workflow-app.ts";
import type { Caller } from "./caller.ts";

/** Returns the id of the app that a token was issued through; undefined for a user's own token. */
export function callingAppId({ db }: EmulatorContext, { token, app }: Caller): number | undefined {
  if (app) return app.id;
  if (token?.kind === "workflow") return WORKFLOW_APP_ID;
  if (token?.kind === "user-access") return token.app_id ?? undefined;
  const { installation_id = null } = token ?? {};
  return installation_id === null ? undefined : installations.find(db, { id: installation_id })?.app_id;
}
