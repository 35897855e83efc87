// `npm start`: the whole of Forgehand, once, before one's eyes. A service, a browser and a workflow step, all real, all on
// this machine; each step is checked against what the service knows.
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
import { PULL, WIDGETS } from "../service/ask.ts";
import { startEmulatorProcess } from "../service/process.ts";
import { startReceiver } from "../workflow/redeliver/receiver.ts";
import { runStep } from "../workflow/runner.ts";
import { serviceSays, tellStory } from "./story.ts";

const OUTPUT = fileURLToPath(new URL("../../demo-output/", import.meta.url));
/** What the browser keeps, where it is to be opened again. */
const PROFILE = join(OUTPUT, "profile");
const NEW_VALUE = `deploy-key-${crypto.randomUUID()}`;
const CLAIM_KEYS = ["repo", "context", "job_workflow_ref"];

const Secrets = z.object({
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

const Job = z.object({ env: z.record(z.string(), z.string()) });

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

/** Keeps what it is given on standard input under the name of whom it is for, as a vault would. */
const HAND_OVER = `import { readFileSync, writeFileSync } from "node:fs";
const name = process.env.FORGEHAND_TARGET.replace("/", "-");
writeFileSync(process.argv[2] + "/" + name + ".key", readFileSync(0));
`;

const story = tellStory();
const endings: (() => Promise<unknown>)[] = [];
const start = performance.now();
const end = async () => {
  for (const ending of endings.splice(0).reverse()) await ending().catch(() => undefined);
};
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  process.once(signal, () => void end().then(() => process.exit(code)));
}
// Whoever started the tour may be killed without a word.
const parent = process.ppid;
const orphaned = setInterval(() => process.ppid === parent || process.kill(process.pid, "SIGTERM"), 500);
try {
  const flags = readFlags();
  await tour(flags);
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  clearInterval(orphaned);
  await end();
}

function readFlags(): { keep: boolean; headed: boolean } {
  const flag = { type: "boolean", default: false } as const;
  try {
    return parseArgs({ options: { keep: flag, headed: flag } }).values;
  } catch (error) {
    const problem = error instanceof Error ? error.message.split(". ")[0] : String(error);
    throw new Error(
      `${problem}. There are --keep (leave the service and the browser's profile to play with) and --headed (show the browser).`,
    );
  }
}

async function tour({ keep, headed }: { keep: boolean; headed: boolean }): Promise<void> {
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT, { recursive: true });

  story.part("A forge of one's own");
  const emulator = await startEmulatorProcess("--control");
  endings.push(emulator.stop);
  const secret = "demo-hook-secret";
  const receiver = await startReceiver(secret);
  endings.push(receiver.stop);
  const alice = emulator.tokens["alice"] ?? "";
  const { call, items } = createClient({ baseUrl: emulator.apiUrl, credentials: alice });
  const [hook] = await call(listRepositoryHooks, WIDGETS);
  if (!hook) throw new Error("The demo's repository has no webhook.");
  const hookOf = { ...WIDGETS, hook_id: hook.id };
  const deliveries = () => Array.fromAsync(items(listRepositoryHookDeliveries, hookOf));

  await story.step(`the emulator serves ${emulator.webUrl}, with the organization acme`, async () => {
    const page = await fetch(`${emulator.webUrl}/acme/widgets`);
    if (!page.ok) throw new Error(`The repository's page answers ${page.status}.`);
  });
  await story.step("a webhook of acme/widgets points at a receiver that will fail twice", async () => {
    receiver.failNext(2);
    await call(updateRepositoryHook, { ...hookOf, config: { url: receiver.url, content_type: "json", secret } });
  });

  story.part("The extension, in Chromium");
  const browser = await launchWithExtension({ headed, ...(keep && { profile: PROFILE }) });
  endings.push(browser.close);
  const page = await browser.context.newPage();
  page.setDefaultTimeout(60_000);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const screenshot = (name: string) => page.screenshot({ path: `${OUTPUT}${name}.png` });

  await story.step("options: alice's token for this forge is accepted", async () => {
    await page.goto(browser.optionsUrl);
    const said = await saveAccount(page, { host: emulator.webUrl, token: alice });
    if (said !== `Forgehand acts as alice on ${emulator.webUrl}.`) throw new Error(said);
    await screenshot("1-options");
  });
  await story.step("repository page: one click stars acme/widgets", async () => {
    await page.goto(`${emulator.webUrl}/acme/widgets`);
    await button("Star").click();
    await serviceSays(
      "alice starred acme/widgets",
      () => call(checkStar, WIDGETS),
      (starred) => starred,
    );
    await button("Unstar").waitFor();
    await screenshot("2-star");
  });
  await story.step("repository page: the menu watches it", async () => {
    await button("Watch: not watching").click();
    await screenshot("3-watch-menu");
    await page.getByRole("menuitemradio", { name: /^Watching/ }).click();
    const subscription = () => call(getSubscription, WIDGETS);
    await serviceSays("alice watches acme/widgets", subscription, (answer) => answer?.subscribed === true);
    await button("Watch: watching").waitFor();
    await screenshot("4-watching");
  });
  await story.step("pull-request page: carol is asked for a review", async () => {
    await page.goto(`${emulator.webUrl}/acme/widgets/pull/1`);
    await page.getByRole("combobox", { name: "Add reviewers" }).fill("carol");
    await button("Request").click();
    const requested = () => call(listRequestedReviewers, PULL);
    await serviceSays("carol is requested", requested, ({ users }) => users.some(({ login }) => login === "carol"));
    await button("Remove carol").waitFor();
    // Loaded anew, the forge's own page shows it too.
    await page.reload();
    await button("Remove carol").waitFor();
    await screenshot("5-review-request");
  });
  await story.step("search page: its rows have the same controls, and what was done is taken back", async () => {
    await page.goto(`${emulator.webUrl}/search?q=widgets`);
    const row = page.getByRole("group", { name: "Forgehand: acme/widgets", exact: true });
    await row.getByRole("button", { name: "Watch: watching" }).click();
    await row.getByRole("menuitemradio", { name: /^Ignoring/ }).click();
    const subscription = () => call(getSubscription, WIDGETS);
    await serviceSays("alice ignores acme/widgets", subscription, (answer) => answer?.ignored === true);
    await screenshot("6-rows");
    await page.locator("forgehand-overlay").getByRole("button", { name: "Undo" }).click();
    await serviceSays("she watches it again", subscription, (answer) => answer?.subscribed === true);
  });
  await story.step(
    "lists page: all that alice watches is unwatched in one job, and watched again by undoing it",
    async () => {
      await page.goto(browser.optionsUrl.replace("options.html", "lists.html"));
      await page.getByRole("button", { name: "Gather my repositories" }).click();
      await page.getByRole("button", { name: "Watch acme/widgets: Watching" }).waitFor();
      await screenshot("7-lists");
      await page.getByRole("checkbox", { name: "Select acme/widgets" }).click();
      await button("Unwatch").click();
      await page.getByRole("dialog").getByRole("button", { name: "Unwatch 1 repository" }).click();
      const subscription = () => call(getSubscription, WIDGETS);
      await serviceSays("alice no longer watches acme/widgets", subscription, (answer) => answer === null);
      await page.getByRole("button", { name: "Undo: Unwatch 1 repository" }).first().click();
      await page.getByRole("dialog").getByRole("button", { name: /^Undo/ }).click();
      await serviceSays("she watches it again", subscription, (answer) => answer?.subscribed === true);
      await screenshot("8-job");
    },
  );
  await story.step("the star and the request went out as webhooks, and the receiver failed both", () =>
    serviceSays(
      "two failed deliveries",
      async () => (await deliveries()).map(({ event, status }) => `${event}: ${status}`),
      (all) => all.length === 2 && all.every((one) => !one.endsWith(": OK")),
    ),
  );

  story.part("The action, as the runner runs it");
  const inputs = { token: alice, "api-url": emulator.apiUrl, mode: "apply" };
  const storedSecrets = async () => {
    const answer = await fetch(`${emulator.webUrl}/_control/secrets`);
    return z.parse(Secrets, await answer.json()).secrets;
  };
  const runTask = async (task: string, own: Readonly<Record<string, string>>) => {
    const step = await runStep({ ...inputs, ...own, task });
    writeFileSync(`${OUTPUT}${task}.md`, step.summary);
    if (step.exitCode !== 0) throw new Error(`The step failed: ${step.errors.join(" ") || step.log}`);
  };
  await story.step("rotate-secrets: DEPLOY_KEY has a new value, still for acme/widgets alone", async () => {
    await runTask("rotate-secrets", { organization: "acme", secret: "DEPLOY_KEY", value: NEW_VALUE });
    const stored = async () => (await storedSecrets()).find(({ name }) => name === "DEPLOY_KEY");
    await serviceSays(
      "the new value, visible to acme/widgets alone",
      stored,
      (secret) =>
        secret?.value === NEW_VALUE &&
        secret.visibility === "selected" &&
        String(secret.repositories) === "acme/widgets",
    );
  });
  await story.step(`oidc-template: subjects of acme are made of ${CLAIM_KEYS.join(", ")}`, async () => {
    await runTask("oidc-template", { organization: "acme", "include-claim-keys": CLAIM_KEYS.join(",") });
    await serviceSays(
      `the keys ${CLAIM_KEYS}`,
      () => call(getOrganizationSubjectTemplate, { org: "acme" }),
      ({ include_claim_keys }) => String(include_claim_keys) === String(CLAIM_KEYS),
    );
  });
  await story.step("redeliver: both events arrive, signed, under the GUIDs that they had", async () => {
    await runTask("redeliver", { repositories: "acme/widgets", wait: "10" });
    await serviceSays("an OK for each of two GUIDs", deliveries, (all) => {
      const delivered = all.filter(({ status, redelivery }) => status === "OK" && redelivery);
      return new Set(delivered.map(({ guid }) => guid)).size === 2 && new Set(all.map(({ guid }) => guid)).size === 2;
    });
    if (!receiver.received.every(({ genuine }) => genuine)) throw new Error("A delivery's signature did not fit.");
  });
  await story.step("redeliver: the time of the run is kept in a variable", () =>
    serviceSays(
      "a variable FORGEHAND_REDELIVERY",
      () => call(getRepositoryVariable, { ...WIDGETS, name: "FORGEHAND_REDELIVERY" }),
      (variable) => variable !== null,
    ),
  );

  story.part("A configuration file, and a job's own token");
  const workspace = mkdtempSync(join(tmpdir(), "forgehand-tour-"));
  endings.push(async () => rmSync(workspace, { recursive: true }));
  const config = join(workspace, "forgehand.yml");
  writeFileSync(config, CONFIG);
  const handOver = join(workspace, "hand-over.mjs");
  writeFileSync(handOver, HAND_OVER);
  const deliver = JSON.stringify([process.execPath, handOver, workspace]);
  const runConfig = async (name: string, own: Readonly<Record<string, string>>) => {
    const step = await runStep({ ...inputs, config, deliver, ...own });
    writeFileSync(`${OUTPUT}${name}.md`, step.summary);
    if (step.exitCode !== 0) throw new Error(`The step failed: ${step.errors.join(" ") || step.log}`);
  };
  await story.step("plan: all tasks of a file, and nothing is done", async () => {
    const before = JSON.stringify(await storedSecrets());
    await runConfig("config-plan", { mode: "plan" });
    await serviceSays("the same secrets", storedSecrets, (now) => JSON.stringify(now) === before);
  });
  await story.step("apply: each repository has a key of its own, handed over before it was set", async () => {
    await runConfig("config-apply", { mode: "apply" });
    await serviceSays("the keys that were handed over", storedSecrets, (secrets) => {
      const keys = secrets.filter(({ name }) => name === "API_KEY");
      const handedOver = (repository: string) =>
        readFileSync(join(workspace, `${repository.replace("/", "-")}.key`), "utf8");
      return keys.length === 2 && keys.every(({ repository, value }) => handedOver(repository ?? "") === value);
    });
  });
  await story.step("check: the templates are as the file has them", () =>
    runConfig("config-check", { mode: "check", task: "oidc-template" }),
  );
  await story.step("a job's own identity token has the subject that its template makes", async () => {
    const job = await fetch(`${emulator.webUrl}/_control/jobs`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ repository: "acme/widgets" }),
    });
    const { env } = z.parse(Job, await job.json());
    const step = await runStep({ ...inputs, task: "oidc-template", "expect-subject": "template" }, env);
    writeFileSync(`${OUTPUT}expect-subject.md`, step.summary);
    if (step.exitCode !== 0) throw new Error(`The step failed: ${step.errors.join(" ")}`);
  });

  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`\nEvery step held, in ${seconds} s. Screenshots and job summaries are in demo-output/.\n`);
  if (!keep) return;
  // Nobody sees it, and a profile is one browser's at a time.
  if (!headed) await browser.close();
  tellWhatIsLeft({ ...emulator, headed });
  // Ended by a signal; the timer that looks for the parent keeps the process alive until then.
  await new Promise<never>(() => undefined);
}

function tellWhatIsLeft({
  webUrl,
  tokens,
  headed,
}: {
  readonly webUrl: string;
  readonly tokens: Readonly<Record<string, string>>;
  readonly headed: boolean;
}): void {
  const repository = `${webUrl}/acme/widgets`;
  const browser = headed ? "The browser stays open." : `Open it as alice:\n\n  ${commandToOpen(PROFILE, repository)}\n`;
  process.stdout.write(`\nThe service stays at ${repository} until Ctrl-C. ${browser}\nTokens:\n`);
  for (const [name, token] of Object.entries(tokens)) process.stdout.write(`  ${name.padEnd(20)}${token}\n`);
}
