import type { Edition } from "@forgehand/core/contract";
import type { DialectName } from "@forgehand/core/dialects";

// The package's public types. This file imports nothing else of the package, so its declarations are self-contained.

/** Options for {@link startEmulator}. */
export interface EmulatorOptions {
  /** Port to listen on; default 0, which picks any free port. */
  readonly port?: number;
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /**
   * Whether to serve https instead of http, with a certificate that is created at each start for `localhost`,
   * `github.localhost`, `api.github.localhost`, `uploads.github.localhost`, 127.0.0.1, ::1, and the hosts of `host`, `url`
   * and `allowHosts`; default false. See {@link Emulator.certificateFile}.
   */
  readonly https?: boolean;
  /** Base URL that clients use, if it differs from the listening address: `http://forge.test:8080`. */
  readonly url?: string;
  /**
   * Further hosts at which clients reach the emulator: `HOST` for any port, or `HOST:PORT`. Without this option it
   * serves requests to its URL, to `localhost`, and to the IP addresses it listens on, because a web page can point any
   * other name at it.
   */
  readonly allowHosts?: readonly string[];
  /**
   * Origins whose web pages can use the API, such as `http://localhost:5173`, for tests of browser clients; `*` for all
   * pages, as on GitHub. Default: none but the emulator's own pages and browser extensions.
   */
  readonly allowOrigins?: readonly string[];
  /** Vocabulary of the wire format; default `"github"`. */
  readonly dialect?: DialectName;
  /** Edition whose operations are served; default `"all"`. */
  readonly edition?: Edition | "all";
  /**
   * Generation of the pages' markup: their structure, ids, roles and class names are those of GitHub's pages in that
   * year; default `"2026"`. Self-hosted installations still serve the older ones.
   */
  readonly markup?: "2022" | "2024" | "2026";
  /** Initial state: a seed's name, the path of a YAML or JSON file, or the seed object itself; default `"demo"`. */
  readonly seed?: "demo" | "full" | "empty" | (string & {}) | object;
  /**
   * Whether tokens without a `value` in the seed are the same at each start: `ghp_demo_NAME`. Default: they are random,
   * so that they can't be guessed; a data file keeps its tokens.
   */
  readonly fixedTokens?: boolean;
  /**
   * Rate limits: `"off"` (calls are counted and reported; limits grow when half of them is used, so none is rejected),
   * `"published"` (as in GitHub's documentation), the path of a YAML or JSON file that overrides some of the published
   * limits, or an object with those overrides; default `"off"`.
   */
  readonly limits?: "off" | "published" | (string & {}) | object;
  /** Source of the current time; default the system clock. */
  readonly now?: () => Date;
  /** Seconds that a webhook receiver has to respond; default 10, and 30 for the self-hosted edition, as on GitHub. */
  readonly hookTimeout?: number;
  /**
   * Hosts that webhooks can be delivered to although they have private addresses, on all ports or on one: `HOST` or
   * `HOST:PORT`. The hosts and ports of the webhooks in a given seed are allowed as well. Default: none, so that
   * callers of the API can't reach other services of this machine or its network.
   */
  readonly allowHookHosts?: readonly string[];
  /**
   * Serves `/_control` over HTTP, to requests with the {@link Emulator.controlToken}: `true` for this machine only,
   * `"anyone"` for every client that can connect; default `false`.
   */
  readonly control?: boolean | "anyone";
  /**
   * Whether {@link Control.events} contain their payloads, also of events that no webhook receives; default false, because
   * rendering them takes time.
   */
  readonly eventPayloads?: boolean;
  /**
   * Path of a file that stores the state. A new file gets the seed; an existing file is used as it is. Default: in
   * memory.
   */
  readonly data?: string;
  /** Called after each request and each webhook delivery, with a formatted line and the entry it describes. */
  readonly log?: (line: string, entry: LoggedRequest | LoggedDelivery) => void;
}

/** A running emulator. */
export interface Emulator {
  /** API root, for a client's `baseUrl`. */
  readonly apiUrl: string;
  /** Base URL of the web pages. */
  readonly webUrl: string;
  /** URL of the start page that shows the tokens. Its path contains a key, and is different at each start. */
  readonly startUrl: string;
  /**
   * Path of the certificate (PEM) that clients must trust, for example by `SSL_CERT_FILE` or `NODE_EXTRA_CA_CERTS`;
   * undefined without `https`. The file is deleted when the emulator stops.
   */
  readonly certificateFile: string | undefined;
  /** Tokens of the seed, by name. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Apps of the seed, by slug. {@link Control.createAppKey} creates keys to authenticate with. */
  readonly apps: Readonly<Record<string, KnownApp>>;
  /** Bearer token for `/_control`, different at each start. */
  readonly controlToken: string;
  readonly control: Control;
  /** Stops the server. State that isn't stored in a file is lost. Calling it again has no further effect. */
  stop(): Promise<void>;
}

/** Test controls beyond the API. Methods throw a RangeError if something doesn't exist or isn't allowed. */
export interface Control {
  readonly clock: Clock;
  /**
   * Adds a seed to the current state.
   * @param seed a seed's name, the path of a YAML or JSON file, or the seed object itself
   * @returns its tokens, by name
   * @throws Error with a one-line message if the seed is invalid; nothing of it is added then
   */
  seed(seed: string | object): Promise<Readonly<Record<string, string>>>;
  /**
   * Resets state, clock, limits, faults and the logs of calls and events, as if just started.
   * @param seed a different seed than at the start
   * @returns its tokens, by name
   */
  reset(seed?: string | object): Promise<Readonly<Record<string, string>>>;
  /** The complete state as JSON. */
  snapshot(): Snapshot;
  /**
   * Replaces the state with a snapshot.
   * @throws RangeError if the snapshot doesn't fit; the state is unchanged then
   */
  restore(snapshot: Snapshot): Promise<void>;
  /**
   * Creates a token, specified as in a seed; relative times count from now.
   * @returns the token
   * @throws RangeError if the specification is invalid
   */
  createToken(name: string, token: object): string;
  /**
   * Revokes a token.
   * @throws RangeError if the token doesn't exist
   */
  revokeToken(token: string): void;
  /** All named tokens, including expired and revoked ones. */
  tokens(): KnownToken[];
  /** All apps, oldest first. */
  apps(): KnownApp[];
  /**
   * Creates a private key for an app (PEM, PKCS #8), as the app's settings page would. The app can sign with it
   * immediately.
   */
  createAppKey(slug: string): Promise<string>;
  /** All secrets with their plaintext values. */
  secrets(): StoredSecret[];
  /** Recent rate limit usage per quota owner. */
  limits(): LimitUsage[];
  /** Actions of self-hosted runners. */
  readonly runners: RunnerControl;
  /** Injected faults. */
  readonly faults: FaultControl;
  /** The last 10,000 API calls, oldest first. */
  calls(): LoggedCall[];
  /** Clears the log of calls. */
  clearCalls(): void;
  /** The last 10,000 webhook events, oldest first. */
  events(): LoggedEvent[];
  /** Clears the log of events. */
  clearEvents(): void;
  /**
   * Allows webhooks to a host with a private address, such as a test's own receiver: `HOST` or `HOST:PORT`, as it is
   * written in their URLs. It stays allowed when the state is reset.
   * @throws RangeError if it is neither
   */
  allowHookHost(host: string): void;
  /** Triggers an event. */
  sendEvent(event: EventToSend): LoggedEvent;
  /**
   * Submits a pull request review as any user.
   * @returns the review's number
   */
  review(review: ReviewToSubmit): number;
  /** Applies a state change that the API doesn't offer or that normally happens by itself. */
  transition(transition: Transition): void;
  /**
   * Starts a workflow job whose steps the caller executes. It runs until a transition, a cancellation or the time limit
   * ends it.
   */
  startJob(job: JobToStart): StartedJob;
  /** Resolves when no webhook delivery is pending. */
  settled(): Promise<void>;
}

/** The complete state of an emulator: tables by name, each with its column names and rows. */
export interface Snapshot {
  readonly version: number;
  readonly dialect: DialectName;
  /** The emulator's time when the snapshot was taken (ISO 8601). */
  readonly now: string;
  readonly tables: Readonly<
    Record<string, { readonly columns: readonly string[]; readonly rows: readonly unknown[][] }>
  >;
}

/** An app. */
export interface KnownApp {
  readonly slug: string;
  readonly id: number;
  readonly clientId: string;
  /** Login of the account that its installations act as: `SLUG[bot]`. */
  readonly bot: string;
  /** Ids of its installations, by the accounts that it is installed on. */
  readonly installations: Readonly<Record<string, number>>;
}

/** A named token. */
export interface KnownToken {
  readonly name: string;
  readonly token: string;
  readonly kind: string;
  /** Login of the user that the token acts for; null if it isn't a user's token. */
  readonly user: string | null;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

/**
 * An injected fault: a filter for API calls and an effect on them. Without a filter it applies to every call. Faults
 * are applied in front of the service, like by a proxy: a call that is not executed doesn't count against rate limits.
 */
export interface Fault {
  /** An operation's name (`starRepository`) or route (`PUT /user/starred/{owner}/{repo}`). */
  readonly operation?: string | undefined;
  /** Name of a token: applies only to calls with it, valid or not. */
  readonly token?: string | undefined;
  /** Number of matching calls to let through first; default 0. */
  readonly after?: number | undefined;
  /** Maximum number of matching calls to affect; default unlimited. */
  readonly times?: number | undefined;
  /** Fraction of the matching calls to affect, from 0 to 1; default 1. */
  readonly rate?: number | undefined;
  /** Seed of the random choice made for `rate`; default 1. */
  readonly seed?: number | undefined;
  /** Seconds to delay the response. The operation itself executes immediately. */
  readonly delay?: number | undefined;
  /**
   * Whether the operation is executed despite the fault; default false. Faults that alter the operation's own response
   * (delayed, cut in half, wrong shape) always execute it.
   */
  readonly executed?: boolean | undefined;
  /** Responds with this status, and with `message` and `headers` if given. */
  readonly status?: number | undefined;
  readonly message?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Closes the connection: without a response, or after half of its body (before the body, if it is empty). */
  readonly cut?: "connection" | "body" | undefined;
  /**
   * `wrong`: the response is JSON that violates the contract: a field is missing or has another type, a different one
   * each time. `text`: the response is an HTML page with the given `status` or 200.
   */
  readonly shape?: "wrong" | "text" | undefined;
}

/** An active fault with its counters. */
export interface ActiveFault extends Fault {
  readonly id: number;
  /** Calls that matched this fault and no earlier one, and how many of those it affected. */
  readonly matched: number;
  readonly happened: number;
}

/**
 * Manages injected faults. Only the first fault that matches a call and is due applies; later faults don't count that
 * call.
 */
export interface FaultControl {
  /**
   * Adds a fault.
   * @returns the fault's number
   * @throws RangeError if the operation or token doesn't exist (suggesting the nearest), or if the fault is
   * contradictory
   */
  add(fault: Fault): number;
  list(): ActiveFault[];
  /**
   * Removes a fault; effects in progress continue.
   * @throws RangeError if no fault has that number
   */
  remove(id: number): void;
  clear(): void;
}

/** A received API call. */
export interface LoggedCall {
  readonly id: number;
  /** Time of arrival by the emulator's clock (ISO 8601). */
  readonly at: string;
  readonly method: string;
  /** Path with its query. Secret values are redacted, here and in the body. */
  readonly path: string;
  /** The operation's name; null if no operation has that route. */
  readonly operation: string | null;
  /** The token's name, or its kind if it has no name; null without a token or with an unknown one. */
  readonly token: string | null;
  /** Login of the caller; null if the caller isn't a user. */
  readonly user: string | null;
  /** Request body as JSON; null if empty. A body that isn't JSON or exceeds 64 kB is replaced by a note of its size. */
  readonly body: unknown;
  /** Response status; null if the connection was closed first, by a fault or by the client. */
  readonly status: number | null;
  /** Milliseconds until the response was sent. */
  readonly duration: number;
  /** The response's `X-GitHub-Request-Id`. */
  readonly requestId: string | null;
  /** Number of the fault that was applied. */
  readonly fault: number | null;
  /**
   * Whether the emulator doesn't have the route: the response was 501 for a route of its edition's API, 404 for any other,
   * and had the header `x-emulator: not-emulated`.
   */
  readonly isNotEmulated: boolean;
}

/** A log entry for a request: an API call, or a request outside the API. */
export type LoggedRequest = Omit<LoggedCall, "id" | "body" | "requestId">;

/** A log entry for a webhook delivery. */
export interface LoggedDelivery {
  /** Time of sending by the emulator's clock (ISO 8601). */
  readonly at: string;
  readonly event: string;
  readonly action: string | null;
  readonly redelivery: boolean;
  /** The webhook's number. */
  readonly hook: number;
  /** Origin of the receiver's URL. The rest of the URL is omitted because it can contain secrets. */
  readonly origin: string;
  /** The receiver's response status; null without a response. */
  readonly status: number | null;
  /** Reason for the missing response. */
  readonly problem: string | null;
  /** Milliseconds until the response or the timeout. */
  readonly duration: number;
}

/** An event that was sent to webhooks. */
export interface LoggedEvent {
  readonly guid: string;
  /** The event's name in the emulator's dialect. */
  readonly event: string;
  readonly action: string | null;
  readonly at: string;
  /** Numbers of the webhooks that receive it. */
  readonly hooks: readonly number[];
  /** Webhooks that didn't receive it, with the reason (the payload was too large). */
  readonly undelivered: readonly { readonly hook: number; readonly reason: string }[];
  /** The payload, in which secret values are redacted; only with the option `eventPayloads`. */
  readonly payload?: unknown;
}

/** An event to trigger: in a repository, in an organization, or for a single webhook. */
export interface EventToSend {
  /** The event's name in either vocabulary. */
  readonly event: string;
  /** Default: the event's first action. */
  readonly action?: string | null | undefined;
  readonly repository?: string | undefined;
  readonly organization?: string | undefined;
  /** Number of a webhook that receives the event whether or not it subscribes to it, if hooks of its kind can. */
  readonly hook?: number | undefined;
  /** Login of the user or the bot that causes the event; default the owner. */
  readonly sender?: string | undefined;
  /** Fields of the payload. Missing required fields are generated. */
  readonly payload?: object | undefined;
}

/** A pull request review to submit. */
export interface ReviewToSubmit {
  /** Full name: `acme/widgets`. */
  readonly repository: string;
  /** The pull request's number. */
  readonly pull: number;
  /** Login of the reviewer. Users can't approve their own pull requests. */
  readonly user: string;
  /** Default `"approved"`. */
  readonly state?: "approved" | "changes_requested" | "commented" | undefined;
  /** Text of the review. Required except for approvals; a sentence is generated by default. */
  readonly body?: string | undefined;
}

/** Completes a workflow run or one of its jobs. */
export interface RunTransition {
  readonly run: number;
  readonly to: "completed";
  /** Conclusion, also of all unfinished jobs and steps; default `"success"`. */
  readonly conclusion?: string | undefined;
  /** Name or number of a job: completes only that job, the others continue. */
  readonly job?: string | number | undefined;
}

/** Connects or disconnects a self-hosted runner. */
export interface RunnerTransition {
  readonly organization: string;
  readonly runner: string;
  readonly to: "online" | "offline";
}

/** Merge method of a pull request. */
export type MergeMethod = "merge" | "squash" | "rebase";

/** Changes a pull request's state. Merged is final. */
export interface PullRequestTransition {
  readonly repository: string;
  readonly pull: number;
  readonly to: "merged" | "closed" | "open" | "draft" | "ready";
  /** Merge method; default the first one of {@link MergeMethod} that the repository allows. */
  readonly method?: MergeMethod | undefined;
  /** Login of the acting user; default the repository's owner, or its organization's first owner. */
  readonly by?: string | undefined;
}

/** Changes an issue's state. Deleted and transferred issues can't be changed. */
export interface IssueTransition {
  readonly repository: string;
  readonly issue: number;
  readonly to: "closed" | "open" | "deleted" | "transferred";
  /** Reason for closing; default `"completed"`. */
  readonly reason?: "completed" | "not_planned" | "duplicate" | undefined;
  /** Target of the transfer: another repository of the same owner. */
  readonly target?: string | undefined;
  readonly by?: string | undefined;
}

/** Deletes a repository. Forks of a private repository are deleted with it. */
export interface RepositoryTransition {
  readonly repository: string;
  readonly to: "deleted";
  readonly by?: string | undefined;
}

/**
 * Deletes a user or organization with everything it owns. A user's contributions elsewhere are attributed to `ghost`.
 */
export interface AccountTransition {
  readonly account: string;
  readonly to: "deleted";
}

/** Suspends, resumes or deletes an app installation. */
export interface InstallationTransition {
  readonly installation: number;
  readonly to: "suspended" | "active" | "deleted";
  /** Login of the acting user; default the account with the installation, or that organization's first owner. */
  readonly by?: string | undefined;
}

/** Accepts a user's invitation to an organization. */
export interface InvitationTransition {
  readonly organization: string;
  /** Login of the invited user. */
  readonly invitee: string;
  readonly to: "accepted";
}

/** A state change, with the target and the new state. */
export type Transition =
  | RunTransition
  | RunnerTransition
  | PullRequestTransition
  | IssueTransition
  | RepositoryTransition
  | AccountTransition
  | InstallationTransition
  | InvitationTransition;

/** A workflow job to start. */
export interface JobToStart {
  /** Full name: `acme/widgets`. */
  readonly repository: string;
  /** Path of the workflow; default `.github/workflows/test.yml`. */
  readonly workflow?: string | undefined;
  /** Default: the default branch, such as `refs/heads/main`. */
  readonly ref?: string | undefined;
  /** Default: the branch's newest commit. */
  readonly sha?: string | undefined;
  /** Triggering event; default `push`. */
  readonly event?: string | undefined;
  /** Login of the triggering user; default the repository's owner, or its organization's first owner. */
  readonly actor?: string | undefined;
  /** Environment that the job references. */
  readonly environment?: string | undefined;
  /** Number of the triggering pull request. */
  readonly pull?: number | undefined;
  /** Reusable workflow that contains the job: `acme/automation/.github/workflows/deploy.yml@refs/heads/main`. */
  readonly job_workflow_ref?: string | undefined;
  /** Name of the job; default `test`. */
  readonly job?: string | undefined;
  readonly runner_environment?: "hosted" | "self-hosted" | undefined;
  /**
   * Permissions of the job's token by permission set, including `id-token`. Default: the organization's setting,
   * otherwise all.
   */
  readonly permissions?: Readonly<Record<string, "read" | "write">> | undefined;
}

/** A started job, with what its runner receives. */
export interface StartedJob {
  readonly run: number;
  readonly job: number;
  /** The job's built-in token. */
  readonly token: string;
  /** Environment variables for its steps, including the ID token endpoint if the job has that permission. */
  readonly env: Readonly<Record<string, string>>;
}

/** A self-hosted runner to register. */
export interface RunnerToRegister {
  readonly name: string;
  /** Default `"linux"`. */
  readonly os?: "linux" | "macos" | "windows" | undefined;
  /** Default `"x64"`. */
  readonly architecture?: "x64" | "arm" | "arm64" | undefined;
  /** Labels in addition to those for OS and architecture. */
  readonly labels?: readonly string[] | undefined;
  /** Name of the runner group; default `"Default"`. */
  readonly group?: string | undefined;
  /** Whether the runner takes a single job and is then removed; default false. */
  readonly ephemeral?: boolean | undefined;
}

/** Actions of self-hosted runners. Each throws a RangeError if something doesn't exist or isn't allowed. */
export interface RunnerControl {
  /** Registers a runner with a registration token. It is offline until it connects. */
  register(token: string, runner: RunnerToRegister): void;
  /** Removes a runner with a remove token. */
  remove(token: string, name: string): void;
  /** Connects a runner: it goes online and takes jobs. */
  connect(organization: string, name: string): void;
  /** Disconnects a runner: it goes offline, and its current job fails. */
  disconnect(organization: string, name: string): void;
}

/** Rate limit usage of a quota owner. */
export interface LimitUsage {
  /** Kind of quota owner. A user's tokens share one quota; anonymous callers are counted by address. */
  readonly kind: "anonymous" | "user" | "installation" | "workflow" | "app";
  readonly name: string;
  /** Number of accepted calls. */
  readonly calls: number;
  /** Number of rejected calls by the limit that rejected them. */
  readonly refused: Readonly<Record<"primary" | "inFlight" | "points" | "content", number>>;
  readonly inFlight: number;
  /** Current usage of the secondary limits; undefined if there is no such limit. */
  readonly points: number | undefined;
  readonly contentMinute: number | undefined;
  readonly contentHour: number | undefined;
  /** Primary limits with usage; `reset` is in seconds since 1970. */
  readonly primary: readonly {
    readonly resource: string;
    readonly limit: number;
    readonly used: number;
    readonly remaining: number;
    readonly reset: number;
  }[];
}

/** The emulator's clock, which governs everything that expires, opens or closes. */
export interface Clock {
  now(): Date;
  /** Sets the time, which continues from there. */
  set(now: Date): void;
  advance(seconds: number): void;
}

/** A stored secret with its plaintext value. */
export interface StoredSecret {
  readonly kind: "actions" | "agents" | "codespaces" | "updater";
  /** Login of the organization that owns it; null for other secrets. */
  readonly organization: string | null;
  /** Full name of the repository that owns it or whose environment owns it; null for other secrets. */
  readonly repository: string | null;
  readonly environment: string | null;
  /** Login of the user who owns it; null for other secrets. */
  readonly user: string | null;
  readonly name: string;
  readonly value: string;
  /** Visibility of a secret of an organization or a user: `all`, `private` or `selected`; null for other secrets. */
  readonly visibility: string | null;
  /** Names of the repositories with access, if the visibility is `selected`. */
  readonly repositories: readonly string[];
  readonly updated_at: string;
}
