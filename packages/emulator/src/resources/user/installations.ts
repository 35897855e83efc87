import { getUserInstallation, listAccessibleInstallations } from "@forgehand/core/operations";
import { appHandler, renderPage, userHandler } from "../../http/handler.ts";
import { forbidden, requireFound } from "../../http-error.ts";
import { renderInstallation } from "../../objects/installation.ts";
import { installations as states } from "../../state/apps.ts";
import { installationsAccessibleTo } from "../../state/installations.ts";

export const installations = [
  userHandler(listAccessibleInstallations, (_input, call) => {
    const { context, caller, user, page } = call;
    const appId = caller.token?.app_id ?? null;
    if (appId === null) throw forbidden("The token must be a user access token of an app.");
    const rowPage = installationsAccessibleTo(context.db, appId, user.id, page);
    const rendered = renderPage(call, rowPage, (installation) => renderInstallation(context, installation));
    return { total_count: rowPage.total, installations: rendered };
  }),

  appHandler(getUserInstallation, (_input, { context, app, subject }) => {
    const { id, type } = requireFound(subject);
    const found = type === "User" ? states.find(context.db, { app_id: app.id, account_id: id }) : undefined;
    return renderInstallation(context, requireFound(found));
  }),
];
