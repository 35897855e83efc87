import { getOrganizationInstallation, listOrganizationInstallations } from "@forgehand/core/operations";
import { defineHandler, organizationHandler, renderPage } from "../../http/handler.ts";
import { notFound } from "../../http-error.ts";
import { renderInstallation } from "../../objects/installation.ts";
import { findInstallation } from "../../state/apps.ts";
import { installationsForAccount } from "../../state/installations.ts";

export const installation = [
  defineHandler(getOrganizationInstallation, (_input, { context, organization, caller: { app } }) => {
    const found = app && organization && findInstallation(context.db, app.id, organization.id);
    if (!found) throw notFound();
    return renderInstallation(context, found);
  }),

  organizationHandler(listOrganizationInstallations, (_input, call) => {
    const { context, organization, page } = call;
    const rowPage = installationsForAccount(context.db, organization.id, page);
    const installations = renderPage(call, rowPage, (each) => renderInstallation(context, each));
    return { total_count: rowPage.total, installations };
  }),
];
