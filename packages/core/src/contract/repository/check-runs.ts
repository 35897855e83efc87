import * as z from "zod/mini";
import { CheckAnnotation } from "../objects/check-annotation.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { publicReadAccess } from "../permission-access.ts";

/**
 * Lists the annotations of a check run. Each job of a workflow run is a check run with the job's ID.
 * @see https://docs.github.com/rest/checks/runs#list-check-run-annotations
 */
export const listCheckRunAnnotations = operation(
  "GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations",
  () => ({
    path: z.object({ check_run_id: z.int() }),
    ...list(CheckAnnotation.schema()),
    access: publicReadAccess("checks"),
  }),
);
