// `npm start`: a tour of all of Forgehand on this machine. It uses a real service (the emulator), a real browser and a
// real workflow step, and checks each step against the service's state.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createClient } from "@forgehand/core";
import {
  checkStar,
  getOrganizationSubjectTemplate,
  getRepositoryVariable,
  getSubscription,
  listRepositoryHookDeliveries,
  listRepositoryHooks,
  listRequestedReviewers,
  updateRepositoryHook,
} from "@forgehand/core/operations";
import * as z from "zod/mini";
import { commandToOpen, launchWithExtension, saveAccount } from "../browser/chromium.ts";
import { runCli } from "../cli/cli-process.ts";
import { startEmulatorProcess } from "../service/emulator-process.ts";
import { PULL, WIDGETS } from "../service/service-client.ts";
import { startReceiver } from "../workflow/redeliver/receiver.ts";
import { runStep } from "../workflow/runner.ts";
import { takePagePictures } from "./page-pictures.ts";
import { createStepReporter, waitForState } from "./step-reporter.ts";

const OUTPUT = fileURLToPath(new URL("../../demo-output/", import.meta.url));
/** Browser profile that `--keep` leaves, so that it can be opened again. */
const PROFILE = join(OUTPUT, "profile");
const NEW_VALUE = `deploy-key-${crypto.randomUUID()}`;
const CLAIM_KEYS = ["repo", "context", "job_workflow_ref"];

const StoredSecretsSchema = z.object({
  secrets: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      repository: z.nullable(z.string()),
      visibility: z.nullable(z.string()),
      repositories: z.array(z.string()),
    }),
  ),
});

const JobSchema = z.object({ env: z.record(z.string(), z.string()) });

const CONFIG = `rotate-secrets:
  - repositories: acme/*
    kind: actions
    secret: API_KEY
    generate: alphanumeric 40
    value-for: each

oidc-template:
  - repositories: acme/*
    use-default: false

redeliver:
  - repositories: acme/widgets
`;

/** Stores the value on standard input in a file named for its target, as a secret manager would. */
const DELIVER_SCRIPT = `import { readFileSync, writeFileSync } from "node:fs";
const name = process.env.FORGEHAND_TARGET.replace("/", "-");
writeFileSync(process.argv[2] + "/" + name + ".key", readFileSync(0));
`;

const reporter = createStepReporter();
const cleanups: (() => Promise<unknown>)[] = [];
const startedAt = performance.now();
const cleanUp = async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup().catch(() => undefined);
};
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  process.once(signal, () => void cleanUp().then(() => process.exit(code)));
}
// Exits if the parent process was killed without a signal reaching this one.
const parent = process.ppid;
const orphanCheck = setInterval(() => process.ppid === parent || process.kill(process.pid, "SIGTERM"), 500);
try {
  const flags = readFlags();
  await tour(flags);
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  clearInterval(orphanCheck);
  await cleanUp();
}

function readFlags(): { keep: boolean; headed: boolean } {
  const flag = { type: "boolean", default: false } as const;
  try {
    return parseArgs({ options: { keep: flag, headed: flag } }).values;
  } catch (error) {
    const problem = error instanceof Error ? error.message.split(". ")[0] : String(error);
    throw new Error(
      `${problem}. The options are --keep (keep the emulator and the browser profile so that you can explore them) and --headed (show the browser).`,
    );
  }
}

async function tour({ keep, headed }: { keep: boolean; headed: boolean }): Promise<void> {
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT, { recursive: true });

  reporter.section("Local emulator");
  const secret = "demo-hook-secret";
  const receiver = await startReceiver(secret);
  cleanups.push(receiver.stop);
  const emulator = await startEmulatorProcess("--control", "--allow-hook-host", receiver.host);
  cleanups.push(emulator.stop);
  const alice = emulator.tokens["alice"] ?? "";
  const { call, items } = createClient({ baseUrl: emulator.apiUrl, credentials: alice });
  const [hook] = await call(listRepositoryHooks, WIDGETS);
  if (!hook) throw new Error("The demo repository has no webhook.");
  const hookPath = { ...WIDGETS, hook_id: hook.id };
  const deliveries = () => Array.fromAsync(items(listRepositoryHookDeliveries, hookPath));

  await reporter.step(`the emulator serves the organization acme at ${emulator.webUrl}`, async () => {
    const page = await fetch(`${emulator.webUrl}/acme/widgets`);
    if (!page.ok) throw new Error(`The repository page must be served with a 2xx status, got ${page.status}.`);
  });
  await reporter.step(
    "the webhook of acme/widgets points at a receiver that fails the next two deliveries",
    async () => {
      receiver.failNext(2);
      await call(updateRepositoryHook, { ...hookPath, config: { url: receiver.url, content_type: "json", secret } });
    },
  );

  reporter.section("Browser extension, in Chromium");
  const browser = await launchWithExtension({ headed, ...(keep && { profile: PROFILE }) });
  cleanups.push(browser.close);
  const page = await browser.context.newPage();
  page.setDefaultTimeout(60_000);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const screenshot = (name: string) => page.screenshot({ path: `${OUTPUT}${name}.png` });

  await reporter.step("options page: the emulator accepts alice's token", async () => {
    await page.goto(browser.optionsUrl);
    const notice = await saveAccount(page, { host: emulator.webUrl, token: alice });
    if (notice !== `Forgehand is now using alice on ${emulator.webUrl}.`) throw new Error(notice);
    await screenshot("1-options");
  });
  await reporter.step("repository page: one click stars acme/widgets", async () => {
    await page.goto(`${emulator.webUrl}/acme/widgets`);
    await button("Star").click();
    await waitForState(
      "alice starred acme/widgets",
      () => call(checkStar, WIDGETS),
      (starred) => starred,
    );
    await button("Unstar").waitFor();
    await screenshot("2-star");
  });
  await reporter.step("repository page: the Watch menu watches acme/widgets", async () => {
    await button("Watch: not watching").click();
    await screenshot("3-watch-menu");
    await page.getByRole("menuitemradio", { name: /^Watching/ }).click();
    const subscription = () => call(getSubscription, WIDGETS);
    await waitForState("alice watches acme/widgets", subscription, (state) => state?.subscribed === true);
    await button("Watch: watching").waitFor();
    await screenshot("4-watching");
  });
  await reporter.step("pull request page: carol is requested as a reviewer", async () => {
    await page.goto(`${emulator.webUrl}/acme/widgets/pull/1`);
    await page.getByRole("combobox", { name: "Add reviewers" }).fill("carol");
    await button("Request review").click();
    const requested = () => call(listRequestedReviewers, PULL);
    await waitForState("carol is requested", requested, ({ users }) => users.some(({ login }) => login === "carol"));
    await button("Remove carol").waitFor();
    // GitHub's own page shows it too after a reload.
    await page.reload();
    await button("Remove carol").waitFor();
    await screenshot("5-review-request");
  });
  await reporter.step("search page: a row's control ignores acme/widgets, and Undo watches it again", async () => {
    await page.goto(`${emulator.webUrl}/search?q=widgets`);
    const row = page.getByRole("group", { name: "Forgehand: acme/widgets", exact: true });
    await row.getByRole("button", { name: "Watch: watching" }).click();
    await row.getByRole("menuitemradio", { name: /^Ignoring/ }).click();
    const subscription = () => call(getSubscription, WIDGETS);
    await waitForState("alice ignores acme/widgets", subscription, (state) => state?.ignored === true);
    await screenshot("6-rows");
    await page.locator("forgehand-overlay").getByRole("button", { name: "Undo" }).click();
    await waitForState("alice watches acme/widgets again", subscription, (state) => state?.subscribed === true);
  });
  await reporter.step(
    "lists page: one job unwatches everything that alice watches, and undoing the job watches it again",
    async () => {
      await page.goto(browser.optionsUrl.replace("options.html", "lists.html"));
      await page.getByRole("button", { name: "Load my repositories" }).click();
      await page.getByRole("button", { name: "Watch acme/widgets: Watching" }).waitFor();
      await screenshot("7-lists");
      await page.getByRole("checkbox", { name: "Select acme/widgets" }).click();
      await button("Unwatch").click();
      await page.getByRole("dialog").getByRole("button", { name: "Unwatch 1 repository" }).click();
      const subscription = () => call(getSubscription, WIDGETS);
      await waitForState("alice no longer watches acme/widgets", subscription, (state) => state === null);
      await page.getByRole("button", { name: "Undo: Unwatch 1 repository" }).first().click();
      await page.getByRole("dialog").getByRole("button", { name: /^Undo/ }).click();
      await waitForState("alice watches acme/widgets again", subscription, (state) => state?.subscribed === true);
      await screenshot("8-job");
    },
  );
  await reporter.step("pages of 2022, 2024 and 2026: the controls have their place and cover nothing", () =>
    takePagePictures(`${OUTPUT}pages/`),
  );
  await reporter.step("the star and the review request were sent as webhook deliveries, and both failed", () =>
    waitForState(
      "two failed deliveries",
      async () => (await deliveries()).map(({ event, status }) => `${event}: ${status}`),
      (all) => all.length === 2 && all.every((delivery) => !delivery.endsWith(": OK")),
    ),
  );

  reporter.section("GitHub Action, as a runner runs it");
  const inputs = { token: alice, "api-url": emulator.apiUrl, mode: "apply" };
  const storedSecrets = async () => {
    const response = await emulator.control("/secrets");
    return z.parse(StoredSecretsSchema, await response.json()).secrets;
  };
  const runTask = async (task: string, taskInputs: Readonly<Record<string, string>>) => {
    const step = await runStep({ ...inputs, ...taskInputs, task });
    writeFileSync(`${OUTPUT}${task}.md`, step.summary);
    if (step.exitCode !== 0) throw new Error(`The step failed: ${step.errors.join(" ") || step.log}`);
  };
  await reporter.step(
    "rotate-secrets: DEPLOY_KEY has a new value, and still only acme/widgets can read it",
    async () => {
      const secret = { organization: "acme", kind: "dependabot", secret: "DEPLOY_KEY" };
      await runTask("rotate-secrets", { ...secret, value: NEW_VALUE });
      const stored = async () => (await storedSecrets()).find(({ name }) => name === "DEPLOY_KEY");
      await waitForState(
        "the new value, visible only to acme/widgets",
        stored,
        (secret) =>
          secret?.value === NEW_VALUE &&
          secret.visibility === "selected" &&
          String(secret.repositories) === "acme/widgets",
      );
    },
  );
  await reporter.step(`oidc-template: subjects in acme consist of ${CLAIM_KEYS.join(", ")}`, async () => {
    await runTask("oidc-template", { organization: "acme", "include-claim-keys": CLAIM_KEYS.join(",") });
    await waitForState(
      `the claim keys ${CLAIM_KEYS}`,
      () => call(getOrganizationSubjectTemplate, { org: "acme" }),
      ({ include_claim_keys }) => String(include_claim_keys) === String(CLAIM_KEYS),
    );
  });
  await reporter.step("redeliver: both events arrive, with valid signatures and their original GUIDs", async () => {
    await runTask("redeliver", { repositories: "acme/widgets", wait: "10" });
    await waitForState("a redelivery with status OK for both GUIDs", deliveries, (all) => {
      const delivered = all.filter(({ status, redelivery }) => status === "OK" && redelivery);
      return new Set(delivered.map(({ guid }) => guid)).size === 2 && new Set(all.map(({ guid }) => guid)).size === 2;
    });
    if (!receiver.received.every(({ isSignatureValid }) => isSignatureValid))
      throw new Error("A delivery's signature is invalid.");
  });
  await reporter.step("redeliver: the time of the run is stored in a repository variable", () =>
    waitForState(
      "the variable FORGEHAND_REDELIVERY",
      () => call(getRepositoryVariable, { ...WIDGETS, name: "FORGEHAND_REDELIVERY" }),
      (variable) => variable !== null,
    ),
  );

  reporter.section("GitHub Action, with a configuration file and a job's identity token");
  const workspace = mkdtempSync(join(tmpdir(), "forgehand-tour-"));
  cleanups.push(async () => rmSync(workspace, { recursive: true }));
  const config = join(workspace, "forgehand.yml");
  writeFileSync(config, CONFIG);
  const deliverScript = join(workspace, "deliver.mjs");
  writeFileSync(deliverScript, DELIVER_SCRIPT);
  const deliver = JSON.stringify([process.execPath, deliverScript, workspace]);
  const runConfig = async (name: string, taskInputs: Readonly<Record<string, string>>) => {
    const step = await runStep({ ...inputs, config, deliver, ...taskInputs });
    writeFileSync(`${OUTPUT}${name}.md`, step.summary);
    if (step.exitCode !== 0) throw new Error(`The step failed: ${step.errors.join(" ") || step.log}`);
  };
  await reporter.step("plan: reports all tasks of the file and changes nothing", async () => {
    const before = JSON.stringify(await storedSecrets());
    await runConfig("config-plan", { mode: "plan" });
    await waitForState("unchanged secrets", storedSecrets, (now) => JSON.stringify(now) === before);
  });
  await reporter.step(
    "apply: each repository has its own key, which was delivered to a command before it was set",
    async () => {
      await runConfig("config-apply", { mode: "apply" });
      await waitForState("the keys that were delivered", storedSecrets, (secrets) => {
        const keys = secrets.filter(({ name }) => name === "API_KEY");
        const deliveredKey = (repository: string) =>
          readFileSync(join(workspace, `${repository.replace("/", "-")}.key`), "utf8");
        return keys.length === 2 && keys.every(({ repository, value }) => deliveredKey(repository ?? "") === value);
      });
    },
  );
  await reporter.step("check: the subject templates match the file", () =>
    runConfig("config-check", { mode: "check", task: "oidc-template" }),
  );
  await reporter.step("expect-subject: a job's identity token has the subject that its template defines", async () => {
    const permissions = { "id-token": "write", contents: "read" };
    const body = JSON.stringify({ repository: "acme/widgets", permissions });
    const job = await emulator.control("/jobs", { method: "POST", body });
    const { env } = z.parse(JobSchema, await job.json());
    const step = await runStep({ ...inputs, task: "oidc-template", "expect-subject": "template" }, env);
    writeFileSync(`${OUTPUT}expect-subject.md`, step.summary);
    if (step.exitCode !== 0) throw new Error(`The step failed: ${step.errors.join(" ")}`);
  });

  reporter.section("The same tasks from a terminal");
  const runCommand = async (args: readonly string[], expectedCode: number): Promise<string> => {
    const variables = { GITHUB_API_URL: emulator.apiUrl, GITHUB_TOKEN: alice };
    const result = await runCli(workspace, args, variables);
    if (result.exitCode !== expectedCode) throw new Error(`The command failed: ${result.stderr}`);
    return result.stdout;
  };
  await reporter.step("forgehand plan: shows the changes of the file, with exit code 2, and makes none", async () => {
    const before = JSON.stringify(await storedSecrets());
    const plan = await runCommand(["plan", "--deliver", deliver], 2);
    writeFileSync(`${OUTPUT}forgehand-plan.txt`, plan);
    await waitForState("unchanged secrets", storedSecrets, (now) => JSON.stringify(now) === before);
  });
  await reporter.step("forgehand check: the subject templates match the file, with exit code 0", async () => {
    await runCommand(["check", "--task", "oidc-template"], 0);
  });

  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`\nAll steps passed in ${seconds} s. Screenshots and job summaries are in demo-output/.\n`);
  if (!keep) return;
  // A headless browser is of no use to the user, and only one browser can use a profile at a time.
  if (!headed) await browser.close();
  printRemainingProcesses({ ...emulator, headed });
  // Ends by a signal. The orphan check's timer keeps the process alive until then.
  await new Promise<never>(() => undefined);
}

function printRemainingProcesses({
  webUrl,
  startUrl,
  tokens,
  headed,
}: {
  readonly webUrl: string;
  readonly startUrl: string;
  readonly tokens: Readonly<Record<string, string>>;
  readonly headed: boolean;
}): void {
  const repository = `${webUrl}/acme/widgets`;
  const browser = headed
    ? "The browser stays open."
    : `To open it as alice, run:\n\n  ${commandToOpen(PROFILE, repository)}\n`;
  process.stdout.write(`\nThe emulator keeps running at ${repository} until Ctrl-C. ${browser}\nTokens:\n`);
  for (const [name, token] of Object.entries(tokens)) process.stdout.write(`  ${name.padEnd(20)}${token}\n`);
  process.stdout.write(`\nOverview: ${startUrl}\n`);
}
