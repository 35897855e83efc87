import { getRepositoryInstallation } from "@forgehand/core/operations";
import { defineHandler } from "../../http/handler.ts";
import { notFound } from "../../http-error.ts";
import { renderInstallation } from "../../objects/installation.ts";
import { findInstallation, isInInstallation } from "../../state/apps.ts";

export const installation = [
  defineHandler(getRepositoryInstallation, (_input, { context, repository, caller: { app } }) => {
    const found = app && repository && findInstallation(context.db, app.id, repository.owner_id);
    if (!found || !isInInstallation(context.db, found, repository)) throw notFound();
    return renderInstallation(context, found);
  }),
];
