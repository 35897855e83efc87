import type { EmulatorContext } from "../emulator-context.ts";
import type { CheckAnnotation } from "../state/check-runs.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import type { WorkflowJob } from "../state/workflow-jobs.ts";
import { getWorkflowRun } from "../state/workflow-runs.ts";
import { encodePath } from "./content.ts";
import { stepStates } from "./job.ts";

const LEVELS: Readonly<Record<string, string>> = { notice: "notice", warning: "warning", error: "failure" };

/** A command that a step prints to create an annotation: `::warning file=app.ts,line=1::message`. */
const COMMAND = /^::(?<name>notice|warning|error)(?: (?<parameters>.*?))?::(?<message>.*)$/gm;

/** Renders the annotations of a job: the messages that its finished steps printed as workflow commands. */
export function renderAnnotations(context: EmulatorContext, repository: Repository, job: WorkflowJob) {
  const states = stepStates(job, context.now());
  const hasRun = (index: number) => ["success", "failure"].includes(states[index]?.conclusion ?? "");
  const logs = job.steps.filter((_step, index) => hasRun(index)).map(({ log }) => log);
  const commit = `${context.webUrl}/${fullNameOf(context.db, repository)}/blob/${getWorkflowRun(context.db, job.run_id).head_sha}`;
  return logs.flatMap((log) =>
    Array.from(log.matchAll(COMMAND), ({ groups: { name = "", parameters = "", message = "" } = {} }) => {
      const given = new Map(parameters.split(",").map((parameter) => splitOnce(parameter, "=")));
      const numberOf = (key: string) => (given.has(key) ? Number(given.get(key)) : null);
      // Without a file, GitHub reports the folder of the workflow.
      const path = given.get("file") ?? ".github";
      const line = numberOf("line") ?? 1;
      const column = numberOf("col");
      return {
        path,
        blob_href: `${commit}/${path}`,
        start_line: line,
        end_line: numberOf("endLine") ?? line,
        start_column: column,
        end_column: numberOf("endColumn") ?? column,
        annotation_level: LEVELS[name] ?? "notice",
        title: given.get("title") ?? "",
        message: message.replaceAll("%0A", "\n").replaceAll("%0D", "\r").replaceAll("%25", "%"),
        raw_details: "",
      };
    }),
  );
}

/** Renders an annotation that an app added to a check run. */
export function renderStoredAnnotation(
  context: EmulatorContext,
  repository: Repository,
  sha: string,
  annotation: CheckAnnotation,
) {
  const { id: _, check_run_id: __, ...fields } = annotation;
  const fullName = fullNameOf(context.db, repository);
  return { ...fields, blob_href: `${context.webUrl}/${fullName}/blob/${sha}/${encodePath(annotation.path)}` };
}

function splitOnce(text: string, separator: string): [before: string, after: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at).trim(), text.slice(at + separator.length)];
}
