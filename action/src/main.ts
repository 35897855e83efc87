import { environmentSecrets } from "@forgehand/tasks/credentials/credential-detector";
import { readCredentials } from "@forgehand/tasks/credentials/read-credentials";
import { readDeclarations } from "@forgehand/tasks/declarations";
import { SETTING_NAMES } from "@forgehand/tasks/settings/settings";
import { checkEntries } from "@forgehand/tasks/tasks/tasks";
import { readInputs } from "./inputs/read-inputs.ts";
import { rejectDryRun, unknownInputs, unreadInputs } from "./inputs/unknown-inputs.ts";
import { publishFailure } from "./report/publish-failure.ts";
import { stepHost } from "./step-host.ts";
import { stepLog } from "./step-log.ts";

const log = stepLog();
const host = stepHost(process.env);
const { environment } = host;

try {
  for (const secret of environmentSecrets(environment)) log.mask(secret);
  const inputs = readInputs(environment, log.mask);
  rejectDryRun(environment);
  for (const warning of unknownInputs(environment)) log.warning(warning);
  // Invalid values are rejected before slow modules are loaded.
  for (const name of SETTING_NAMES) inputs.optional(name);
  const mode = inputs.required("mode");
  const declarations = await readDeclarations(inputs, host);
  if (mode !== "merge") readCredentials(inputs);
  for (const warning of unreadInputs(environment, mode, Array.from(declarations.keys()))) log.warning(warning);
  checkEntries(declarations);
  const { runStep } = await import("./run-step.ts");
  await runStep(inputs, declarations, host, log);
} catch (error) {
  await publishFailure(error, undefined, environment, log);
}
