import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadBuiltEmulator } from "../emulator/bench-emulator.ts";
import type { Bench, BenchPart, Measured } from "../harness.ts";
import { runCommand } from "../processes.ts";
import { type Budget, type CaseRow, createRow } from "../row.ts";
import {
  type ActionBench,
  type ActionRun,
  LATENCY,
  type MeasuredStep,
  type StepInputs,
  startActionBench,
} from "./action-bench.ts";
import { runFleet } from "./fleet.ts";

/** Measures the action: its start-up, and large workloads against the published limits, in virtual time. */
export const ACTION: readonly BenchPart[] = [
  { measure: measureStart },
  { measure: rotateSecrets },
  { measure: redeliver },
  { measure: setTemplates, isSlow: true },
  { measure: measureFleet, isSlow: true },
];

const BUNDLE = fileURLToPath(new URL("../../../action/dist/main.js", import.meta.url));

const START_ROUNDS = { rounds: 31, warmUps: 2, quick: { rounds: 21, warmUps: 1 } };

/** Measures the time until the action's bundle has rejected invalid or conflicting inputs, compared with an empty program. */
async function measureStart({ createFolder, compare }: Bench): Promise<Measured> {
  const folder = createFolder();
  const [empty, summary] = [join(folder, "empty.mjs"), join(folder, "summary.md")];
  for (const file of [empty, summary]) writeFileSync(file, "");
  const inputs = {
    PATH: process.env["PATH"],
    INPUT_TOKEN: "ghp_x",
    INPUT_TASK: "redeliver",
    INPUT_REPOSITORIES: "acme/widgets",
    GITHUB_API_URL: "http://127.0.0.1:9",
    GITHUB_STEP_SUMMARY: summary,
    RUNNER_TEMP: folder,
  };
  const conflicting = { ...inputs, INPUT_TASK: "oidc-template", INPUT_REPOSITORIES: "" };
  const candidate = <Name extends string>(name: Name, file: string, env: NodeJS.ProcessEnv, expected: string) => ({
    name,
    cost: async () => {
      const { output, milliseconds } = await runCommand([process.execPath, file], { env });
      if (!output.includes(expected)) throw new Error(`${file} printed ${JSON.stringify(output)}, not ${expected}`);
      return milliseconds;
    },
  });
  const compared = await compare(
    [
      candidate("node", empty, inputs, ""),
      candidate("invalid", BUNDLE, { ...inputs, INPUT_HOOK: "///" }, 'The input "hook" must'),
      candidate("conflicting", BUNDLE, conflicting, 'or "repositories" must be set'),
    ],
    START_ROUNDS,
    "start",
  );
  const { ratio } = compared((milliseconds) => milliseconds);
  const budget: Budget = { must: 2, aim: 1.6, steady: "rounds" };
  const rows = [
    createRow("invalid input rejected / an empty Node process", "x", ratio("invalid", "node"), budget),
    createRow("conflicting inputs rejected / an empty Node process", "x", ratio("conflicting", "node"), budget),
  ];
  return { rows };
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Starts an emulator with one organization that has these repositories. */
async function openWorkload(bench: Bench, name: string, repositories: Readonly<Record<string, object>>) {
  bench.onProgress(`workload ${name}`);
  const context = await startActionBench(await loadBuiltEmulator(), {
    users: { alice: {} },
    organizations: { acme: { members: { alice: "owner" } } },
    repositories,
    tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
  });
  bench.defer(context.stop);
  return context;
}

const repositoriesWith = (count: number, seed: object) =>
  Object.fromEntries(range(count).map((index) => [`acme/widgets-${index}`, seed]));

const tokenOf = ({ emulator }: ActionBench) => ({ token: emulator.tokens["alice"] ?? "" });

/**
 * Rotates ten secrets in each of two hundred repositories, declared by a configuration file with ten entries; then runs
 * the same step again, which finds nothing to do.
 */
async function rotateSecrets(bench: Bench): Promise<Measured> {
  const old = { value: "old", created: "-400d", updated: "-100d" };
  const secrets = Object.fromEntries(range(10).map((index) => [`KEY_${index}`, old]));
  const context = await openWorkload(bench, "rotateSecrets", repositoriesWith(200, { actions_secrets: secrets }));
  const entry = (index: number): StepInputs => ({
    ...tokenOf(context),
    task: "rotate-secrets",
    mode: "apply",
    kind: "actions",
    repositories: "acme/*",
    secret: `KEY_${index}`,
    value: `new ${index}`,
    since: new Date(context.clock.now()).toISOString(),
  });
  const entries: [StepInputs, ...StepInputs[]] = [entry(0), ...range(9).map((index) => entry(index + 1))];
  const first = await context.run(...entries);
  await context.advance(3600);
  const again = await context.run(...entries);
  const name = "2,000 secrets of 200 repositories";
  return { rows: [...rowsOf(name, first, 2000), ...rowsOf(`${name}, run again`, again, 0)] };
}

/** Sets the OIDC templates of a thousand repositories; then plans the same, which finds nothing to do. */
async function setTemplates(bench: Bench): Promise<Measured> {
  const context = await openWorkload(bench, "setTemplates", repositoriesWith(1000, {}));
  const inputs = (mode: string): StepInputs => ({
    ...tokenOf(context),
    task: "oidc-template",
    mode,
    repositories: "acme/*",
    "include-claim-keys": "repo, context, job_workflow_ref",
  });
  const first = await context.run(inputs("apply"));
  await context.advance(3600);
  const again = await context.run(inputs("plan"));
  const name = "1,000 repositories' templates";
  return { rows: [...rowsOf(name, first, 1000), ...rowsOf(`${name}, plan with nothing to do`, again, 0)] };
}

/** Redelivers three hundred failed events of a webhook with ten thousand deliveries. */
async function redeliver(bench: Bench): Promise<Measured> {
  const [deliveries, failed] = [10_000, 300];
  let received = 0;
  const receiver = createServer((_request, response) => {
    received += 1;
    response.end("thanks");
  });
  bench.defer(() => receiver.close());
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  if (address === null || typeof address === "string") throw new Error("The receiver is not listening.");
  const spacing = Math.floor(deliveries / failed);
  const hook = {
    url: `http://127.0.0.1:${address.port}/deliveries`,
    events: ["push"],
    deliveries: range(deliveries).map((index) => ({
      event: "push",
      // Spread over two days, the newest ten minutes ago; oldest first.
      time: `-${Math.round(((deliveries - index) * 172_800) / deliveries) + 600}s`,
      ...(index % spacing === 0 && index < failed * spacing ? { status_code: 500 } : {}),
    })),
  };
  const context = await openWorkload(bench, "redeliver", { "acme/widgets": { hooks: [hook] }, "acme/automation": {} });
  const run = await context.run({
    ...tokenOf(context),
    task: "redeliver",
    mode: "apply",
    repositories: "acme/widgets",
    "overlap-minutes": String(72 * 60),
  });
  await context.emulator.control.settled();
  const redelivered = countChanged(run);
  if (received !== redelivered) throw new Error(`${received} of ${redelivered} events arrived`);
  return { rows: rowsOf("10,000 deliveries, 300 of them to redeliver", run, failed, Math.ceil(deliveries / 100)) };
}

/** Measures a fleet of ten thousand repositories in forty organizations. */
async function measureFleet(bench: Bench): Promise<Measured> {
  bench.onProgress("workload measureFleet");
  const [organizations, repositories] = [40, 250];
  const { matrix, shards, merged, changes } = await runFleet(await loadBuiltEmulator(), organizations, repositories);
  const incomplete = shards.find((shard) => changeMismatch(shard, repositories) > 0);
  if (incomplete) throw new Error(`A shard did not make all of its changes: ${incomplete.lines.at(-1)}`);
  const all: ActionRun = {
    ...shards.reduce((a, b) => (b.seconds > a.seconds ? b : a)),
    report: merged,
    calls: shards.flatMap(({ calls }) => calls),
    refused: shards.reduce((sum, { refused }) => sum + refused, 0),
    memory: Math.max(...shards.map(({ memory }) => memory)),
  };
  const name = "10,000 repositories of 40 organizations";
  return { rows: [...rowsOf(`${name}: the matrix`, matrix, 0), ...rowsOf(name, all, changes)] };
}

/** Runs with a shorter minimum (in seconds) are not dominated by the limits. */
const MIN_LIMITED_SECONDS = 30;

/**
 * Rows of a run.
 * @param changes number of changes that it was expected to make
 * @param pages number of pages of a list with cursors, which can only be read sequentially
 */
function rowsOf(name: string, run: MeasuredStep & Partial<ActionRun>, changes: number, pages = 0): CaseRow[] {
  const row = (label: string, unit: CaseRow["unit"], figure: number, budget: Budget = {}) =>
    createRow(`${name}: ${label}`, unit, figure, budget);
  const none: Budget = { must: 0, steady: "exact" };
  const minimum = run.minimum + (pages * 2 * LATENCY) / 1000;
  const label = `time / the minimum by the limits${pages === 0 ? "" : " and the list's pages"}`;
  return [
    // Runs that no limit slows down take the sum of their calls' latencies, so a ratio is meaningless.
    ...(run.minimum < MIN_LIMITED_SECONDS
      ? []
      : [row(label, "x", run.seconds / minimum, { must: 1.06, aim: 1.03, steady: "exact" })]),
    row("time", "s", run.seconds),
    row("calls", "calls", run.calls.length),
    ...(changes === 0 ? [] : [row("calls per change", "x", run.calls.length / changes)]),
    row("missing or extra changes", "operations", changeMismatch(run, changes), none),
    row("rejected", "calls", run.refused, none),
    row("peak memory, including the emulator's", "MB", run.memory / 1e6),
  ];
}

/**
 * Difference between the expected number of changes and the number that a run made (mode `apply`) or planned. A step
 * without a report plans nothing.
 */
function changeMismatch({ report }: Pick<Partial<ActionRun>, "report">, changes: number): number {
  if (report === undefined) return changes;
  const planned = report.tasks.flatMap(({ plan }) => plan.changes).length;
  return Math.abs(changes - (report.mode === "apply" ? countChanged({ report }) : planned));
}

/** Returns the number of changes that a run made. */
function countChanged({ report }: Pick<ActionRun, "report">): number {
  return report.tasks.flatMap(({ outcomes }) => outcomes).filter(({ end }) => end === "changed").length;
}
