import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Entries, type Inputs, type Ran, type Start, startWorld, type World } from "./world.ts";

/** What one workload came to, and how many changes it was to make. */
export interface Measured {
  readonly name: string;
  readonly ran: Ran;
  readonly changes: number;
  /** Pages of one list, each of which names the next: they can only be read one after the other. */
  readonly pages?: number;
}

const USERS = { alice: {} };
const ORGANIZATIONS = { acme: { members: { alice: "owner" } } };
const TOKENS = { alice: { kind: "classic", user: "alice", scopes: "all" } };

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A world of one organization whose repositories have this. */
function worldOf(start: Start, repositories: number, each: object): Promise<World> {
  const named = range(repositories).map((index) => [`acme/widgets-${index}`, each]);
  return startWorld(start, {
    users: USERS,
    organizations: ORGANIZATIONS,
    repositories: Object.fromEntries(named),
    tokens: TOKENS,
  });
}

const credentials = ({ emulator }: World): Inputs => ({ token: emulator.tokens["alice"] ?? "" });

/** Ten secrets of each of two hundred repositories, as a configuration file with ten entries declares them; then run again. */
export async function rotateSecrets(start: Start, repositories = 200, secrets = 10): Promise<readonly Measured[]> {
  const kept = range(secrets).map((index) => [`KEY_${index}`, { value: "old", created: "-400d", updated: "-100d" }]);
  const context = await worldOf(start, repositories, { actions_secrets: Object.fromEntries(kept) });
  const entry = (index: number): Inputs => ({
    ...credentials(context),
    ...{ task: "rotate-secrets", mode: "apply", kind: "actions", repositories: "acme/*" },
    ...{ secret: `KEY_${index}`, value: `new ${index}`, since: new Date(context.time.now()).toISOString() },
  });
  const entries: Entries = [entry(0), ...range(secrets - 1).map((index) => entry(index + 1))];
  try {
    const changes = repositories * secrets;
    const first = await context.run(entries);
    await context.pass(3600);
    const again = await context.run(entries);
    const name = `${changes.toLocaleString("en")} secrets of ${repositories} repositories`;
    return [
      { name, ran: first, changes },
      { name: `${name}, run again`, ran: again, changes: 0 },
    ];
  } finally {
    await context.stop();
  }
}

/** A thousand repositories' templates: set, then planned with nothing to do. */
export async function setTemplates(start: Start, repositories = 1000): Promise<readonly Measured[]> {
  const context = await worldOf(start, repositories, {});
  const inputs = (mode: string): Inputs => ({
    ...credentials(context),
    ...{ task: "oidc-template", mode, repositories: "acme/*", "include-claim-keys": "repo, context, job_workflow_ref" },
  });
  try {
    const first = await context.run([inputs("apply")]);
    await context.pass(3600);
    const again = await context.run([inputs("plan")]);
    const name = `${repositories.toLocaleString("en")} repositories' templates`;
    return [
      { name, ran: first, changes: repositories },
      { name: `${name}, plan with nothing to do`, ran: again, changes: 0 },
    ];
  } finally {
    await context.stop();
  }
}

/** A webhook with ten thousand records, three hundred of them failures that nothing has made good. */
export async function redeliver(start: Start, deliveries = 10_000, failed = 300): Promise<readonly Measured[]> {
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
      // Of two days, the oldest first.
      time: `-${Math.round(((deliveries - index) * 172_800) / deliveries) + 600}s`,
      ...(index % spacing === 0 && index < failed * spacing ? { status_code: 500 } : {}),
    })),
  };
  const repositories = { "acme/widgets": { hooks: [hook] }, "acme/automation": {} };
  const context = await startWorld(start, { users: USERS, organizations: ORGANIZATIONS, repositories, tokens: TOKENS });
  try {
    const ran = await context.run([
      {
        ...credentials(context),
        ...{ task: "redeliver", mode: "apply", repositories: "acme/widgets", "overlap-minutes": String(72 * 60) },
      },
    ]);
    await context.emulator.control.settled();
    const sent = failed - missing(ran, failed);
    if (received !== sent) throw new Error(`${received} of ${sent} events arrived`);
    const name = `${deliveries.toLocaleString("en")} deliveries, ${failed} of them to send again`;
    return [{ name, ran, changes: failed, pages: Math.ceil(deliveries / 100) }];
  } finally {
    await context.stop();
    receiver.close();
  }
}

/** How many changes a run was to make and did not, or to find and did not; and what else it made of them. */
export function missing({ report: { mode, tasks } }: Ran, changes: number): number {
  const planned = tasks.flatMap(({ plan }) => plan.changes).length;
  const ended = tasks.flatMap(({ outcomes }) => outcomes).filter(({ end }) => end === "changed").length;
  return Math.abs(changes - (mode === "apply" ? ended : planned));
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === "string") throw new Error("The receiver does not listen.");
  return address.port;
}
