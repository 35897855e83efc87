import { setFailed } from "@actions/core";
import { readDeclarations } from "./declarations.ts";
import { stepLog } from "./log.ts";
import { problemOf } from "./problem.ts";
import { readInputs } from "./settings/inputs.ts";

const log = stepLog();
const environment = process.env;

try {
  const inputs = readInputs(environment, log.mask);
  const declarations = readDeclarations(inputs);
  inputs.required("mode");
  const { runStep } = await import("./run-step.ts");
  await runStep(inputs, declarations, environment, log);
} catch (error) {
  const problem = problemOf(error);
  setFailed(problem);
  const { writeFailure } = await import("./report/summary.ts");
  await writeFailure(problem, environment, log);
}
