import { zip } from "../archives/zip.ts";
import { stageOf } from "../deliveries/events/workflows.ts";
import { runLogs } from "../objects/run-log.ts";
import { latestJobs } from "../state/workflow-jobs.ts";
import { settleRuns } from "../state/workflow-machine.ts";
import { isTimely } from "../timed-link.ts";
import type { World } from "../world.ts";

/** `/_services/logs/{run_id}/...`: the logs of a workflow run, for whoever has a link that still works. */
export function runLogsPage(world: World, request: Request, runId: number): Response {
  const { db, now } = world;
  if (!isTimely(world, new URL(request.url))) return new Response("The link has expired.", { status: 403 });
  settleRuns(stageOf(world), now());
  const jobs = latestJobs(db, runId);
  if (jobs.length === 0) return new Response("The run is gone.", { status: 404 });
  const headers = {
    "content-type": "application/zip",
    "content-disposition": `attachment; filename="logs_${runId}.zip"`,
  };
  return new Response(zip(runLogs(jobs, now())), { headers });
}
