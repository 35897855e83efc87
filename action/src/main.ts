import { setFailed } from "@actions/core";
import { type Client, createClient } from "@forgehand/core";
import { optionalInput, requiredInput } from "./inputs.ts";
import { Problem, problemOf } from "./problem.ts";
import { publish } from "./publish.ts";
import { type Report, verdict } from "./report.ts";
import { runTask } from "./run-task.ts";
import { writeFailure } from "./summary.ts";
import { TASKS } from "./tasks/index.ts";
import { tellWaits } from "./tell-waits.ts";

try {
  const report = await run();
  await publish(report);
  const failure = verdict(report);
  if (failure !== undefined) setFailed(failure);
} catch (error) {
  const problem = problemOf(error);
  setFailed(problem);
  await writeFailure(problem);
}

function run(): Promise<Report> {
  const task = requiredInput("task");
  const mode = requiredInput("mode");
  const settings = {
    credentials: requiredInput("token"),
    dialect: requiredInput("dialect"),
    baseUrl: optionalInput("api-url") ?? runnersApi(),
    // Nobody waits for a step as for a click.
    priority: "bulk" as const,
    onEvent: tellWaits(),
  };
  return TASKS[task]((declared) => runTask(declared, mode, (): Client => createClient(settings)));
}

function runnersApi(): string {
  const url = process.env["GITHUB_API_URL"];
  if (url) return url;
  throw new Problem(
    'The input "api-url" is missing, and the runner names no API. For example: api-url: https://api.github.com',
  );
}
