import { listCheckRunAnnotations } from "@forgehand/core/operations";
import { renderPage, repositoryHandler } from "../../http/handler.ts";
import { requireFound } from "../../http-error.ts";
import { renderAnnotations } from "../../objects/check-annotation.ts";
import { findWorkflowJob } from "../../state/workflow-jobs.ts";
import { withSettledRuns } from "../shared/with-settled-runs.ts";

export const checkRuns = withSettledRuns([
  repositoryHandler(listCheckRunAnnotations, ({ check_run_id }, call) => {
    const { context, repository, page } = call;
    const job = requireFound(findWorkflowJob(context.db, repository.id, check_run_id));
    const annotations = renderAnnotations(context, repository, job);
    const rows = annotations.slice(page.offset, page.offset + page.limit);
    return renderPage(call, { rows, total: annotations.length }, (annotation) => annotation);
  }),
]);
