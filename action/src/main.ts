import { error as annotate, setFailed } from "@actions/core";
import { readGiven } from "./credentials/given.ts";
import { readDeclarations } from "./declarations.ts";
import { stepLog } from "./log.ts";
import { oneLine, Problem, problemOf } from "./problem.ts";
import { readInputs } from "./settings/inputs.ts";
import { SETTING_NAMES } from "./settings/settings.ts";
import { unknownInputs, unreadInputs } from "./settings/unknown-inputs.ts";
import { checkEntries } from "./tasks/check-entries.ts";

const log = stepLog();
const environment = process.env;

try {
  const inputs = readInputs(environment, log.mask);
  for (const odd of unknownInputs(environment)) log.warning(odd);
  // What has a wrong form is refused before anything is loaded that takes time.
  for (const name of SETTING_NAMES) inputs.optional(name);
  const mode = inputs.required("mode");
  const declarations = await readDeclarations(inputs, environment);
  if (mode !== "merge") readGiven(inputs);
  for (const odd of unreadInputs(environment, mode, Array.from(declarations.keys()))) log.warning(odd);
  checkEntries(declarations);
  const { runStep } = await import("./run-step.ts");
  await runStep(inputs, declarations, environment, log);
} catch (error) {
  tell(error);
  const { writeFailure } = await import("./report/summary.ts");
  await writeFailure(problemOf(error), environment, log);
}

/** Fails the step. What is wrong with a file is told at its place there, each by itself. */
function tell(error: unknown): void {
  if (!(error instanceof Problem)) {
    setFailed(problemOf(error));
    return;
  }
  process.exitCode = 1;
  for (const { message, place } of [error, ...error.others]) {
    annotate(oneLine(message), place && { file: place.file, startLine: place.line, startColumn: place.column });
  }
}
