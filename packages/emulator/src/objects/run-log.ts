import type { ArchivedFile } from "../archives/zip.ts";
import type { WorkflowJob } from "../state/workflow-jobs.ts";
import { type StepState, stepStates } from "./job.ts";

/** Returns the log files of a run: one file per job, and one per step in a folder named after the job. */
export function renderRunLogs(jobs: readonly WorkflowJob[], now: Date): ArchivedFile[] {
  return jobs.flatMap((job, index) => {
    const steps = stepStates(job, now).filter(({ started_at, conclusion }) => started_at && conclusion !== "skipped");
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

/** Replaces characters that an archive would read as a path. */
const fileName = (name: string) => name.replace(/[/\\:*?"<>|]/g, "_").replace(/^\.+/, "_");

function stepLog(job: WorkflowJob, { name, number, conclusion, started_at, completed_at }: StepState): string {
  const output = job.steps[number - 1]?.log ?? "";
  const runner = `Runner name: '${job.runner_name}'`;
  const lines = [
    ...(number === 1 ? [`Requested labels: ${job.labels.join(", ")}`, runner] : []),
    ...(job.debug ? [`##[debug]Starting: ${name}`] : []),
    ...(job.debugger && number === 1 ? ["##[debug]The debugger is enabled for this job"] : []),
    `##[group]Run ${name}`,
    "##[endgroup]",
    ...(output === "" ? [] : output.split("\n")),
    ...(job.debug && conclusion !== null ? [`##[debug]Finishing: ${name}`] : []),
  ];
  const end = conclusion === "failure" ? ["##[error]Process completed with exit code 1."] : [];
  const cancellation = conclusion === "cancelled" ? ["##[error]The operation was canceled."] : [];
  const timestamped = (time: string | null, line: string) => `${(time ?? "").replace("Z", ".0000000Z")} ${line}\n`;
  return [
    ...lines.map((line) => timestamped(started_at, line)),
    ...[...end, ...cancellation].map((line) => timestamped(completed_at ?? started_at, line)),
  ].join("");
}
