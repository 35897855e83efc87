import * as z from "zod/mini";
import { startReceiver } from "../deliveries/receiver.fixture.ts";
import { startEmulator } from "../emulator.ts";
import type { Emulator, EmulatorOptions } from "../public.ts";
import { clientFor } from "../requests.fixture.ts";

const Payload = z.looseObject({
  action: z.optional(z.string()),
  sender: z.optional(z.looseObject({ login: z.string() })),
});

/** An event that a webhook received. */
interface ReceivedEvent {
  /** Owner of the webhook: `org`, `app`, or a repository's full name. */
  readonly hookOwner: string;
  /** Name and action, such as `pull_request closed`. */
  readonly event: string;
  readonly payload: z.output<typeof Payload>;
}

/** An emulator whose webhooks all lead to one receiver. */
export interface EmulatorWithWebhooks extends AsyncDisposable {
  readonly emulator: Emulator;
  /** Creates a client with one of its tokens. */
  client(name: string): ReturnType<typeof clientFor>;
  /** Returns the events received since the last call, in order per webhook. */
  receivedEvents(hookOwner?: string): Promise<ReceivedEvent[]>;
  /** Returns only their names. */
  receivedEventNames(hookOwner?: string): Promise<string[]>;
}

const now = () => new Date("2026-02-02T12:00:00Z");

const LINES = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
const CHANGED_LINES = "1\n2\n3\n4\n5\n6\n7\n8\nnine\n";

/** The seed without webhooks. */
const SEED = {
  users: { alice: { name: "Alice Archer", email: "alice@acme.example" }, bob: {}, carol: {}, mallory: {} },
  repositories: {
    "acme/widgets": {
      collaborators: { bob: "push", carol: "push" },
      teams: { makers: "push" },
      files: { "README.md": "# Widgets\n", "lines.txt": LINES },
      commits: [
        { branch: "round", from: "main", message: "Round it", author: "bob", files: { "round.md": "Round.\n" } },
        { branch: "round", message: "Say nine\n\nIt is nine.", author: "bob", files: { "lines.txt": CHANGED_LINES } },
        { branch: "rounder", from: "round", message: "Rounder", files: { "rounder.md": "Rounder.\n" } },
        { branch: "clash", from: "main", message: "Clash", files: { "lines.txt": `eins\n${LINES.slice(2)}` } },
        { message: "Go on", files: { "lines.txt": `one\n${LINES.slice(2)}` } },
      ],
      labels: { bug: {}, later: {} },
      milestones: { "Version 1": {} },
      issues: [
        {
          number: 1,
          title: "Corners scratch",
          body: "Sharp.",
          author: "carol",
          labels: ["bug", "later"],
          assignees: ["bob"],
          milestone: "Version 1",
          reactions: { heart: ["bob"] },
          comments: [{ author: "bob", body: "Blunt ones don't" }],
        },
        { number: 2, title: "Colours fade", author: "mallory", state: "closed" },
      ],
      pulls: [
        {
          number: 3,
          title: "Round the corners",
          body: "For thumbs.",
          author: "bob",
          head: "round",
          requested: { users: ["carol"], teams: ["makers"] },
        },
        { number: 4, title: "Clash", author: "bob", head: "clash" },
        { number: 5, title: "Not yet", author: "carol", head: "rounder", draft: true },
        { number: 6, title: "From afar", author: "mallory", head: "afar", head_repository: "mallory/widgets" },
        { number: 7, title: "Without commits", author: "bob", head: "nowhere", base: "elsewhere" },
        { number: 8, title: "On top", author: "bob", head: "rounder", base: "round" },
        { number: 9, title: "The same", author: "carol", head: "round" },
      ],
      workflow_runs: [
        {
          status: "in_progress",
          actor: "bob",
          jobs: { build: { status: "in_progress" }, deploy: { needs: ["build"], status: "queued" } },
        },
      ],
    },
    "acme/gears": { private: true, labels: { bug: {} }, milestones: { "Version 1": {} }, issues: [] },
    "acme/blank": {},
    "acme/old": { archived: true, issues: [{ number: 1, title: "Old", author: "bob" }] },
    "acme/mute": { settings: { has_issues: false } },
    "mallory/widgets": {
      fork_of: "acme/widgets",
      commits: [{ branch: "afar", from: "main", message: "From afar", files: { "afar.md": "Afar.\n" } }],
    },
    "mallory/own": { stars: { bob: "-1d" }, issues: [{ number: 1, title: "Weeds", author: "bob" }] },
  },
  tokens: Object.fromEntries(
    ["alice", "bob", "carol", "mallory"].map((user) => [
      user,
      { kind: "classic", user, scopes: ["repo", "delete_repo", "admin:org"] },
    ]),
  ),
};

/** @param settings repository settings of `acme/widgets` */
export async function startWithWebhooks(
  options: Pick<EmulatorOptions, "dialect" | "control"> = {},
  settings: object = {},
): Promise<EmulatorWithWebhooks> {
  const receiver = await startReceiver();
  const hook = (hookOwner: string) => ({ url: `${receiver.url}${hookOwner}`, content_type: "json" });
  const hooks = (hookOwner: string) => [{ ...hook(hookOwner), events: ["*"] }];
  const seed = {
    ...SEED,
    organizations: {
      acme: {
        members: { alice: "owner", bob: "member", carol: "member" },
        teams: { makers: { members: ["bob", "carol"] } },
        runners: { one: { status: "offline" } },
        issue_fields: {
          Note: { type: "text", visibility: "all", values: { "acme/widgets#1": "see the sketch" } },
          Effort: { type: "number", visibility: "all" },
          Priority: { type: "single_select", visibility: "all", options: { High: "red", Low: "gray" } },
          Platform: { type: "multi_select", visibility: "all", options: { Web: "blue", Phone: "green" } },
        },
        hooks: hooks("org"),
      },
    },
    repositories: Object.fromEntries(
      Object.entries(SEED.repositories).map(([name, repository]) => [
        name,
        {
          ...repository,
          hooks: hooks(name),
          ...(name === "acme/widgets" ? { settings } : {}),
        },
      ]),
    ),
    apps: {
      helper: {
        owner: "acme",
        hook: hook("app"),
        permissions: "all",
        events: ["pull_request"],
        installations: { acme: {} },
      },
      other: { owner: "mallory", hook: hook("other"), installations: { acme: {}, bob: { suspended_by: "bob" } } },
    },
    tokens: { ...SEED.tokens, helper: { kind: "installation", app: "helper", account: "acme", permissions: "all" } },
  };
  const emulator = await startEmulator({ ...options, seed, now });
  let readCount = 0;
  const receivedEvents = async (hookOwner?: string) => {
    await emulator.control.settled();
    const newDeliveries = receiver.received.slice(readCount);
    readCount += newDeliveries.length;
    return newDeliveries
      .map(({ path, headers, payload }): ReceivedEvent => {
        const parsed = z.parse(Payload, payload);
        const name = headers["x-github-event"] ?? headers["x-svc-event"];
        return { hookOwner: path.slice(1), event: [name, parsed.action].filter(Boolean).join(" "), payload: parsed };
      })
      .filter((event) => hookOwner === undefined || event.hookOwner === hookOwner);
  };
  return {
    emulator,
    client: (name) => clientFor(emulator, name, options.dialect),
    receivedEvents,
    receivedEventNames: async (hookOwner) => (await receivedEvents(hookOwner)).map(({ event }) => event),
    async [Symbol.asyncDispose]() {
      await emulator.stop();
      await receiver[Symbol.asyncDispose]();
    },
  };
}
