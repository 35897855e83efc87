import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type ActionBench,
  type ActionRun,
  type ConfigEntries,
  type StartEmulator,
  type StepInputs,
  startActionBench,
} from "./action-bench.ts";

/** One measured run, and the number of changes that it was expected to make. */
export interface MeasuredRun {
  readonly name: string;
  readonly run: ActionRun;
  readonly changes: number;
  /** Number of pages of a list with cursors, which can only be read sequentially. */
  readonly pages?: number;
}

const USERS = { alice: {} };
const ORGANIZATIONS = { acme: { members: { alice: "owner" } } };
const TOKENS = { alice: { kind: "classic", user: "alice", scopes: "all" } };

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Starts an emulator with one organization whose repositories all have the same seed. */
function startWithRepositories(
  start: StartEmulator,
  repositories: number,
  repositorySeed: object,
): Promise<ActionBench> {
  const named = range(repositories).map((index) => [`acme/widgets-${index}`, repositorySeed]);
  return startActionBench(start, {
    users: USERS,
    organizations: ORGANIZATIONS,
    repositories: Object.fromEntries(named),
    tokens: TOKENS,
  });
}

const credentials = ({ emulator }: ActionBench): StepInputs => ({ token: emulator.tokens["alice"] ?? "" });

/**
 * Rotates ten secrets in each of two hundred repositories, declared by a configuration file with ten entries; then runs
 * the same step again, which finds nothing to do.
 */
export async function rotateSecrets(
  start: StartEmulator,
  repositories = 200,
  secrets = 10,
): Promise<readonly MeasuredRun[]> {
  const secretEntries = range(secrets).map((index) => [
    `KEY_${index}`,
    { value: "old", created: "-400d", updated: "-100d" },
  ]);
  const context = await startWithRepositories(start, repositories, {
    actions_secrets: Object.fromEntries(secretEntries),
  });
  const entry = (index: number): StepInputs => ({
    ...credentials(context),
    task: "rotate-secrets",
    mode: "apply",
    kind: "actions",
    repositories: "acme/*",
    secret: `KEY_${index}`,
    value: `new ${index}`,
    since: new Date(context.clock.now()).toISOString(),
  });
  const entries: ConfigEntries = [entry(0), ...range(secrets - 1).map((index) => entry(index + 1))];
  try {
    const changes = repositories * secrets;
    const first = await context.run(entries);
    await context.advance(3600);
    const again = await context.run(entries);
    const name = `${changes.toLocaleString("en")} secrets of ${repositories} repositories`;
    return [
      { name, run: first, changes },
      { name: `${name}, run again`, run: again, changes: 0 },
    ];
  } finally {
    await context.stop();
  }
}

/** Sets the OIDC templates of a thousand repositories; then plans the same, which finds nothing to do. */
export async function setTemplates(start: StartEmulator, repositories = 1000): Promise<readonly MeasuredRun[]> {
  const context = await startWithRepositories(start, repositories, {});
  const inputs = (mode: string): StepInputs => ({
    ...credentials(context),
    task: "oidc-template",
    mode,
    repositories: "acme/*",
    "include-claim-keys": "repo, context, job_workflow_ref",
  });
  try {
    const first = await context.run([inputs("apply")]);
    await context.advance(3600);
    const again = await context.run([inputs("plan")]);
    const name = `${repositories.toLocaleString("en")} repositories' templates`;
    return [
      { name, run: first, changes: repositories },
      { name: `${name}, plan with nothing to do`, run: again, changes: 0 },
    ];
  } finally {
    await context.stop();
  }
}

/** Redelivers three hundred failed events of a webhook with ten thousand deliveries. */
export async function redeliver(
  start: StartEmulator,
  deliveries = 10_000,
  failed = 300,
): Promise<readonly MeasuredRun[]> {
  let received = 0;
  const receiver = createServer((_request, response) => {
    received += 1;
    response.end("thanks");
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const spacing = Math.floor(deliveries / failed);
  const hook = {
    url: `http://127.0.0.1:${portOf(receiver.address())}/deliveries`,
    events: ["push"],
    deliveries: range(deliveries).map((index) => ({
      event: "push",
      // Spread over two days, the newest ten minutes ago; oldest first.
      time: `-${Math.round(((deliveries - index) * 172_800) / deliveries) + 600}s`,
      ...(index % spacing === 0 && index < failed * spacing ? { status_code: 500 } : {}),
    })),
  };
  const repositories = { "acme/widgets": { hooks: [hook] }, "acme/automation": {} };
  const context = await startActionBench(start, {
    users: USERS,
    organizations: ORGANIZATIONS,
    repositories,
    tokens: TOKENS,
  });
  try {
    const actionRun = await context.run([
      {
        ...credentials(context),
        task: "redeliver",
        mode: "apply",
        repositories: "acme/widgets",
        "overlap-minutes": String(72 * 60),
      },
    ]);
    await context.emulator.control.settled();
    const redelivered = countChanged(actionRun);
    if (received !== redelivered) throw new Error(`${received} of ${redelivered} events arrived`);
    const name = `${deliveries.toLocaleString("en")} deliveries, ${failed} of them to redeliver`;
    return [{ name, run: actionRun, changes: failed, pages: Math.ceil(deliveries / 100) }];
  } finally {
    await context.stop();
    receiver.close();
  }
}

/** Difference between the expected number of changes and the number that a run made (mode `apply`) or planned. */
export function changeMismatch(run: ActionRun, changes: number): number {
  const { mode, tasks } = run.report;
  const planned = tasks.flatMap(({ plan }) => plan.changes).length;
  return Math.abs(changes - (mode === "apply" ? countChanged(run) : planned));
}

/** Returns the number of changes that a run made. */
function countChanged({ report: { tasks } }: ActionRun): number {
  return tasks.flatMap(({ outcomes }) => outcomes).filter(({ end }) => end === "changed").length;
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === "string") throw new Error("The receiver is not listening.");
  return address.port;
}
