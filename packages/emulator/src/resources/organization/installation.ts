import { getOrganizationInstallation, listOrganizationInstallations } from "@forgehand/core/operations";
import { handle, listed, onOrganization } from "../../http/call.ts";
import { notFound } from "../../http/refusal.ts";
import { renderInstallation } from "../../objects/installation.ts";
import { findInstallation } from "../../state/apps.ts";
import { installationsFor } from "../../state/installations.ts";

export const installation = [
  handle(getOrganizationInstallation, (_input, { world, organization, caller: { app } }) => {
    const found = app && organization && findInstallation(world.db, app.id, organization.id);
    if (!found) throw notFound();
    return renderInstallation(world, found);
  }),

  onOrganization(listOrganizationInstallations, (_input, call) => {
    const { world, organization, window } = call;
    const part = installationsFor(world.db, organization.id, window);
    const installations = listed(call, part, (each) => renderInstallation(world, each));
    return { total_count: part.total, installations };
  }),
];
