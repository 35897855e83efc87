import { listEnvironments } from "@forgehand/core/operations";
import { renderPage, repositoryHandler } from "../../http/handler.ts";
import { renderEnvironment } from "../../objects/environment.ts";
import { environmentsOf } from "../../state/environments.ts";

export const environments = [
  repositoryHandler(listEnvironments, (_input, call) => {
    const { context, repository, page } = call;
    const rowPage = environmentsOf(context.db, repository.id, page);
    const environments = renderPage(call, rowPage, (environment) =>
      renderEnvironment(context, repository, environment),
    );
    return { total_count: rowPage.total, environments };
  }),
];
