import { getOrganizationInstallation } from "@forgehand/core/operations";
import { handle } from "../../http/call.ts";
import { notFound } from "../../http/refusal.ts";
import { renderInstallation } from "../../objects/installation.ts";
import { findInstallation } from "../../state/apps.ts";

export const installation = [
  handle(getOrganizationInstallation, (_input, { world, organization, caller: { app } }) => {
    const found = app && organization && findInstallation(world.db, app.id, organization.id);
    if (!found) throw notFound();
    return renderInstallation(world, found);
  }),
];
