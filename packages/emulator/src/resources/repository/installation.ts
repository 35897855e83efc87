import { getRepositoryInstallation } from "@forgehand/core/operations";
import { handle } from "../../http/call.ts";
import { notFound } from "../../http/refusal.ts";
import { renderInstallation } from "../../objects/installation.ts";
import { findInstallation, installationReaches } from "../../state/apps.ts";

export const installation = [
  handle(getRepositoryInstallation, (_input, { world, repository, caller: { app } }) => {
    const found = app && repository && findInstallation(world.db, app.id, repository.owner_id);
    if (!found || !installationReaches(world.db, found, repository)) throw notFound();
    return renderInstallation(world, found);
  }),
];
