import { systemClock } from "@forgehand/core";
import { cancelOnSignals } from "@forgehand/tasks/cancellation/cancel-on-signals";
import { createRunRecorder, type RunRecorder } from "@forgehand/tasks/cancellation/run-recorder";
import { readCredentials } from "@forgehand/tasks/credentials/read-credentials";
import { type Declarations, readDeclarations } from "@forgehand/tasks/declarations";
import type { Host } from "@forgehand/tasks/host";
import { describeError, Problem } from "@forgehand/tasks/problem";
import { redactReport } from "@forgehand/tasks/report/redact-report";
import { failureMessage, type Report, type TaskPlan } from "@forgehand/tasks/report/report";
import type { Settings } from "@forgehand/tasks/settings/create-settings";
import { SETTINGS } from "@forgehand/tasks/settings/settings";
import type { TaskName } from "@forgehand/tasks/settings/values";
import { checkEntries } from "@forgehand/tasks/tasks/tasks";
import type { RunCommandName } from "../arguments/commands.ts";
import type { Arguments } from "../arguments/parse-arguments.ts";
import type { CommandContext } from "../command-context.ts";
import { exitCodeOf } from "../report/exit-code.ts";
import { renderReport } from "../report/render-report.ts";
import { createQuestions, type Questions } from "../terminal/ask.ts";
import { toSafeJson } from "../terminal/escape-text.ts";
import { addCredentials, addValueFromInput, readSettings } from "./command-settings.ts";
import { findConfig } from "./find-config.ts";

/** Runs the commands plan, check, apply and redeliver. Prints the report, and sets the exit code. */
export async function runTasksCommand(context: CommandContext, command: RunCommandName): Promise<void> {
  const { args, log, terminal } = context;
  const mode = command === "redeliver" ? "apply" : command;
  const isJson = args.own.get("json") === "true";
  const isConfirmed = args.own.get("yes") === "true";
  const recorder = createRunRecorder();
  const { stopping, release } = cancelOnSignals(log, () => {
    publish(recorder.report(metadata()));
    process.exit(1);
  });
  const metadata = () => ({
    mode,
    step: "forgehand",
    at: new Date(systemClock.now()).toISOString(),
    attempt: 1,
    cancelled: stopping.aborted,
  });
  /** Prints the report in place of what nothing could be planned for. */
  const publish = (report: Report) => {
    const redacted = redactReport(report, log.redact);
    const failure = failureMessage(redacted);
    process.exitCode = exitCodeOf(redacted);
    if (!isJson) return context.print(renderReport(redacted, terminal, args.own.get("all") === "true"));
    context.print(`${toSafeJson(redacted)}\n`);
    if (failure !== undefined && process.exitCode === 1) log.error(failure);
  };
  const questions = createQuestions(terminal, stopping);
  try {
    const { settings, host, declarations } = await prepare(context, mode, questions);
    if (mode === "apply" && !isConfirmed && questions === undefined) {
      throw new Problem(
        `forgehand ${command} must have --yes without a terminal to ask in. It makes the changes without asking.`,
      );
    }
    const confirm =
      mode === "apply" && !isConfirmed && questions ? confirmPlans(context, recorder, questions) : undefined;
    // Slow to load, and not needed to reject invalid settings.
    const [{ runTasks }, { undiciTransport }] = await Promise.all([
      import("@forgehand/tasks/run-tasks"),
      import("@forgehand/core/undici"),
    ]);
    const transport = undiciTransport();
    const deps = { ...host, log, clock: systemClock, stopping, transport, recorder, confirm };
    await runTasks(settings, declarations, deps);
    publish(recorder.report(metadata()));
    // Pending work must not delay the exit of a cancelled run.
    if (stopping.aborted) process.stdout.write("", () => process.exit());
    else await transport.close();
  } catch (error) {
    if (!isJson) throw error;
    const problems = [{ target: "forgehand", problem: describeError(error) }];
    publish({ ...recorder.report(metadata()), problems });
  } finally {
    release();
  }
}

/** Reads and checks all settings before the first call. */
async function prepare(
  context: CommandContext,
  mode: "plan" | "check" | "apply",
  questions: Questions | undefined,
): Promise<{ readonly settings: Settings; readonly host: Host; readonly declarations: Declarations }> {
  const { args, environment, folder, log } = context;
  const { settings, texts } = readSettings(context, mode);
  const config = findConfig(args.command, texts, folder);
  if (config !== undefined) {
    texts.set("config", { text: config, subject: "The configuration" });
    log.info(`Using ${config}.`);
  }
  await addValueFromInput(context, texts, questions);
  const declarations = await readDeclarations(settings, { environment, workspace: folder });
  for (const warning of unusedFlags(args, Array.from(declarations.keys()))) log.warning(warning);
  checkEntries(declarations);
  const host = await addCredentials(context, texts, questions);
  readCredentials(settings);
  return { settings, host, declarations };
}

/** Shows the plans of all tasks and asks whether to apply them. */
function confirmPlans(
  { log, terminal }: CommandContext,
  recorder: Pick<RunRecorder, "usage">,
  questions: Questions,
): (plans: readonly TaskPlan[]) => Promise<boolean> {
  return async (plans) => {
    const tasks = plans.map((plan) => ({ ...plan, outcomes: [], failures: plan.plan.unreadable }));
    const metadata = { version: 1, mode: "plan", step: "", at: "", attempt: 1, cancelled: false } as const;
    const report = { ...metadata, ...recorder.usage(), tasks };
    const columns = process.stderr.columns || 80;
    const view = { style: terminal.styleError, columns };
    process.stderr.write(`${renderReport(redactReport(report, log.redact), view, false)}\n`);
    const count = plans.reduce((sum, { plan }) => sum + plan.changes.length, 0);
    return questions.confirm(`Make ${count === 1 ? "this change" : `these ${count.toLocaleString("en")} changes`}?`);
  };
}

/** Returns warnings about flags that none of the tasks uses. */
function unusedFlags({ settings }: Arguments, tasks: readonly TaskName[]): readonly string[] {
  return Array.from(settings.keys()).flatMap((name) => {
    const { scope } = SETTINGS[name];
    if (scope === "run" || scope.some((task) => tasks.includes(task))) return [];
    return [`--${name} is not used here, only by ${scope.join(" and ")}.`];
  });
}
