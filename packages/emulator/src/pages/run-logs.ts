import { zip } from "../archives/zip.ts";
import { engineContextFor } from "../deliveries/events/workflows.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { isLinkValid } from "../expiring-link.ts";
import { renderRunLogs } from "../objects/run-log.ts";
import { advanceRuns } from "../state/workflow-engine.ts";
import { latestJobs } from "../state/workflow-jobs.ts";

/** Serves `/_services/logs/{run_id}/...`: a run's logs, for a link that has not expired. */
export function serveRunLogs(context: EmulatorContext, request: Request, runId: number): Response {
  const { db, now } = context;
  if (!isLinkValid(context, new URL(request.url))) return new Response("The link has expired.", { status: 403 });
  advanceRuns(engineContextFor(context), now());
  const jobs = latestJobs(db, runId);
  if (jobs.length === 0) return new Response("The run is gone.", { status: 404 });
  const headers = {
    "content-type": "application/zip",
    "content-disposition": `attachment; filename="logs_${runId}.zip"`,
  };
  return new Response(zip(renderRunLogs(jobs, now())), { headers });
}
