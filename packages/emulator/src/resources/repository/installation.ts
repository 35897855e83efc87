import { getRepositoryInstallation } from "@forgehand/core/operations";
import { defineHandler } from "../../http/handler.ts";
import { notFound } from "../../http-error.ts";
import { renderInstallation } from "../../objects/installation.ts";
import { installations, isInInstallation } from "../../state/apps.ts";

export const installation = [
  defineHandler(getRepositoryInstallation, (_input, { context, repository, caller: { app } }) => {
    const found =
      app && repository && installations.find(context.db, { app_id: app.id, account_id: repository.owner_id });
    if (!found || !isInInstallation(context.db, found, repository)) throw notFound();
    return renderInstallation(context, found);
  }),
];
