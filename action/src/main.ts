import { readCredentials } from "./credentials/read-credentials.ts";
import { readDeclarations } from "./declarations.ts";
import { stepLog } from "./log.ts";
import { describeError, Problem } from "./problem.ts";
import { environmentSecrets } from "./settings/own-credentials.ts";
import { readInputs } from "./settings/read-inputs.ts";
import { SETTING_NAMES } from "./settings/settings.ts";
import { unknownInputs, unreadInputs } from "./settings/unknown-inputs.ts";
import { checkEntries } from "./tasks/tasks.ts";

const log = stepLog();
const environment = process.env;

try {
  for (const secret of environmentSecrets(environment)) log.mask(secret);
  const inputs = readInputs(environment, log.mask);
  for (const warning of unknownInputs(environment)) log.warning(warning);
  // Invalid values are rejected before slow modules are loaded.
  for (const name of SETTING_NAMES) inputs.optional(name);
  const mode = inputs.required("mode");
  const declarations = await readDeclarations(inputs, environment);
  if (mode !== "merge") readCredentials(inputs);
  for (const warning of unreadInputs(environment, mode, Array.from(declarations.keys()))) log.warning(warning);
  checkEntries(declarations);
  const { runStep } = await import("./run-step.ts");
  await runStep(inputs, declarations, environment, log);
} catch (error) {
  reportFailure(error);
  const { writeFailure } = await import("./report/summary.ts");
  await writeFailure(describeError(error), environment, log);
}

/** Fails the step. Problems in a file are annotated at their positions. */
function reportFailure(error: unknown): void {
  if (error instanceof Problem)
    for (const { message, location } of [error, ...error.additional]) log.error(message, location);
  else log.error(describeError(error));
}
