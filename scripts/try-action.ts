// Runs the bundled action against the built emulator, as a runner would run a step: `node scripts/try-action.ts`, after
// a build. Fails if a step has the wrong result. CI runs it on Linux, Windows and macOS.
import assert from "node:assert/strict";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runStep } from "../test/workflow/runner.ts";

const built = fileURLToPath(new URL("../packages/emulator/dist/index.js", import.meta.url));
const { startEmulator }: typeof import("@forgehand/emulator") = await import(pathToFileURL(built).href);

const emulator = await startEmulator();
try {
  const shared = { "api-url": emulator.apiUrl, token: emulator.tokens["alice"] ?? "" };
  const rotation = { ...shared, task: "rotate-secrets", organization: "acme", secret: "DEPLOY_KEY" };
  const deployKey = () => emulator.control.secrets().find(({ name }) => name === "DEPLOY_KEY")?.value;

  const rejectedRun = await runStep({ ...rotation, value: "new", mode: "do" });
  assert.equal(rejectedRun.exitCode, 1);
  assert.match(rejectedRun.errors.join(), /The input "mode" must be plan, .* got "do"/);

  const planned = await runStep({ ...rotation, value: "new" });
  assert.equal(planned.exitCode, 0, planned.log);
  assert.equal(deployKey(), "the old deploy key");

  // A command without a shell; on Windows its path has a drive letter and spaces.
  const command = JSON.stringify([process.execPath, "--eval", "process.stdout.write('from a program')"]);
  const applied = await runStep({ ...rotation, "value-command": command, "value-for": "all", mode: "apply" });
  assert.equal(applied.exitCode, 0, applied.log);
  assert.equal(deployKey(), "from a program");
  assert.match(applied.summary, /acme/);

  const templates = { ...shared, task: "oidc-template", repositories: "acme/*", "include-claim-keys": "repo, actor" };
  assert.equal((await runStep({ ...templates, mode: "check" })).exitCode, 1);
  assert.equal((await runStep({ ...templates, mode: "apply" })).exitCode, 0);
  assert.equal((await runStep({ ...templates, mode: "check" })).exitCode, 0);

  const redelivery = await runStep({ ...shared, task: "redeliver", repositories: "acme/widgets", mode: "apply" });
  assert.equal(redelivery.exitCode, 0, redelivery.log);
  process.stdout.write(`The action works on ${process.platform} with Node ${process.version}.\n`);
} finally {
  await emulator.stop();
}
