import { getOrganizationInstallation, listOrganizationInstallations } from "@forgehand/core/operations";
import { defineHandler, organizationHandler, renderPage } from "../../http/handler.ts";
import { notFound } from "../../http-error.ts";
import { renderInstallation } from "../../objects/installation.ts";
import { installations } from "../../state/apps.ts";

export const installation = [
  defineHandler(getOrganizationInstallation, (_input, { context, organization, caller: { app } }) => {
    const found =
      app && organization && installations.find(context.db, { app_id: app.id, account_id: organization.id });
    if (!found) throw notFound();
    return renderInstallation(context, found);
  }),

  organizationHandler(listOrganizationInstallations, (_input, call) => {
    const { context, organization, page } = call;
    const rowPage = installations.page(context.db, { account_id: organization.id }, "id", page);
    const rendered = renderPage(call, rowPage, (each) => renderInstallation(context, each));
    return { total_count: rowPage.total, installations: rendered };
  }),
];
