import type { ArchivedFile } from "../archives/zip.ts";
import type { WorkflowJob } from "../state/workflow-jobs.ts";
import { type StepState, stepsOf } from "./job.ts";

/** What the jobs of a run have printed so far: a file for each, and in a folder of its name one for each step. */
export function runLogs(jobs: readonly WorkflowJob[], now: Date): ArchivedFile[] {
  return jobs.flatMap((job, index) => {
    const steps = stepsOf(job, now).filter(({ started_at, conclusion }) => started_at && conclusion !== "skipped");
    if (steps.length === 0) return [];
    const folder = fileName(job.name);
    const texts = steps.map((step) => ({ step, text: stepLog(job, step) }));
    return [
      file(`${index}_${folder}.txt`, texts.map(({ text }) => text).join("")),
      ...texts.map(({ step, text }) => file(`${folder}/${step.number}_${fileName(step.name)}.txt`, text)),
    ];
  });
}

const file = (name: string, text: string): ArchivedFile => ({ name, content: Buffer.from(text) });

/** A name that no archive takes for a path. */
const fileName = (name: string) => name.replace(/[/\\:*?"<>|]/g, "_").replace(/^\.+/, "_");

function stepLog(job: WorkflowJob, { name, number, conclusion, started_at, completed_at }: StepState): string {
  const said = job.steps[number - 1]?.log ?? "";
  const runner = `Runner name: '${job.runner_name}'`;
  const lines = [
    ...(number === 1 ? [`Requested labels: ${job.labels.join(", ")}`, runner] : []),
    ...(job.debug ? [`##[debug]Starting: ${name}`] : []),
    ...(job.debugger && number === 1 ? ["##[debug]The debugger is enabled for this job"] : []),
    `##[group]Run ${name}`,
    "##[endgroup]",
    ...(said === "" ? [] : said.split("\n")),
    ...(job.debug && conclusion !== null ? [`##[debug]Finishing: ${name}`] : []),
  ];
  const end = conclusion === "failure" ? ["##[error]Process completed with exit code 1."] : [];
  const stopped = conclusion === "cancelled" ? ["##[error]The operation was canceled."] : [];
  const at = (time: string | null, line: string) => `${(time ?? "").replace("Z", ".0000000Z")} ${line}\n`;
  return [
    ...lines.map((line) => at(started_at, line)),
    ...[...end, ...stopped].map((line) => at(completed_at ?? started_at, line)),
  ].join("");
}
