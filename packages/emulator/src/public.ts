import type { Edition } from "@forgehand/core/contract";
import type { DialectName } from "@forgehand/core/dialects";

// What users of the package see. It imports no other file of it, so that its declarations stand alone.

/** What a service is started with. */
export interface EmulatorOptions {
  /** The port to listen on; default 0, any that is free. */
  readonly port?: number;
  /** The address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** Where others reach it, if not where it listens: `http://forge.test:8080`. */
  readonly url?: string;
  /** The vendor's names on the wire; default `"github"`. */
  readonly dialect?: DialectName;
  /** Which operations there are; default `"all"`. */
  readonly edition?: Edition | "all";
  /** What is there at the start: a seed's name, the path of a YAML or JSON file, or the seed itself; default `"demo"`. */
  readonly seed?: "demo" | "full" | "empty" | (string & {}) | object;
  /**
   * How often callers may call: `"off"`, `"published"` (as the service's documentation says it), the path of a YAML or JSON
   * file that changes parts of that, or the changes themselves; default `"off"`.
   */
  readonly limits?: "off" | "published" | (string & {}) | object;
  /** The time outside; default the machine's. */
  readonly now?: () => Date;
  /** Seconds that a webhook's receiver has to answer; default 10, and 30 on the self-hosted edition, as the service has it. */
  readonly hookTimeout?: number;
  /** Serve `/_control` over HTTP: to this machine alone, or to `"anyone"` who can reach it; default no. */
  readonly control?: boolean | "anyone";
  /**
   * The path of a file that keeps the state: what was there before is there again, and the seed is planted only where there
   * was nothing. Default: in memory.
   */
  readonly data?: string;
  /** Called after each request and each delivery of a webhook: with one line about it, and with what the line tells of. */
  readonly log?: (line: string, told: LoggedRequest | LoggedDelivery) => void;
}

/** A running service, its addresses and its tokens. */
export interface Emulator {
  /** The API's root, for a client's `baseUrl`. */
  readonly apiUrl: string;
  /** Where the pages are. */
  readonly webUrl: string;
  /** Tokens of the seed, by name. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly control: Control;
  /** Stops listening. What no file keeps is forgotten. Saying it twice does no more. */
  stop(): Promise<void>;
}

/** What tests may ask of a running service, past its API. A RangeError says what isn't there or may not be. */
export interface Control {
  readonly clock: Clock;
  /**
   * Adds a seed to what is there.
   * @param seed a seed's name, the path of a YAML or JSON file, or the seed itself
   * @returns its tokens, by name
   * @throws Error in one line that says what is wrong with it and where; then nothing of it was added
   */
  seed(seed: string | object): Promise<Readonly<Record<string, string>>>;
  /**
   * Begins anew, as if just started: state, clock, limits, faults, the logs of calls and events.
   * @param seed another one than the service was started with
   * @returns its tokens, by name
   */
  reset(seed?: string | object): Promise<Readonly<Record<string, string>>>;
  /** All that the service knows, as JSON. */
  snapshot(): Snapshot;
  /** Puts back what a snapshot holds, and nothing else stays. @throws RangeError on one that doesn't fit; then all is as it was */
  restore(snapshot: Snapshot): Promise<void>;
  /** Makes a token, as a seed would; its times count from now. @returns it @throws RangeError on one that can't be */
  createToken(name: string, token: object): string;
  /** Ends a token's life. @throws RangeError where there is no such token */
  revokeToken(token: string): void;
  /** The tokens that are there by name, those that no longer hold too. */
  tokens(): KnownToken[];
  /** A new private key of an app (PEM, PKCS #8), as its settings page would give out. The app may sign with it from now on. */
  createAppKey(slug: string): Promise<string>;
  /** Every secret with its value. */
  secrets(): StoredSecret[];
  /** What everybody has used of their limits who called lately; nothing where nothing is limited. */
  limits(): LimitUsage[];
  /** What self-hosted runners do by themselves. */
  readonly runners: RunnerControl;
  /** What goes wrong on demand. */
  readonly faults: FaultControl;
  /** The calls that came in, the oldest first: the last ten thousand. */
  calls(): LoggedCall[];
  /** Forgets them. */
  clearCalls(): void;
  /** The events that webhooks were told, the oldest first: the last ten thousand. */
  events(): LoggedEvent[];
  /** Forgets them. */
  clearEvents(): void;
  /** Lets an event happen. */
  sendEvent(event: EventToSend): LoggedEvent;
  /** Somebody reviews a pull request. @returns the review's number */
  review(review: ReviewToGive): number;
  /** Something changes that the API itself doesn't change, or that comes about by itself. */
  transition(transition: Transition): void;
  /** A job of a workflow begins, and goes on until it is ended by a transition. */
  startJob(job: JobToStart): StartedJob;
  /** Resolves when no webhook is under way. */
  settled(): Promise<void>;
}

/** Everything that a service knows: tables by name, each with the names of its columns and its rows. */
export interface Snapshot {
  readonly version: number;
  readonly dialect: DialectName;
  /** The service's time when it was taken (ISO 8601). */
  readonly now: string;
  readonly tables: Readonly<
    Record<string, { readonly columns: readonly string[]; readonly rows: readonly unknown[][] }>
  >;
}

/** A token that has a name. */
export interface KnownToken {
  readonly name: string;
  readonly token: string;
  readonly kind: string;
  /** The login of whom it acts for; null where it is nobody's. */
  readonly user: string | null;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

/**
 * Which calls of the API something happens to, and what: to every call, where nothing narrows it. It happens in front of the
 * service, as at a proxy, whatever the service itself would say: of a call that is not executed it never hears, nor do its
 * limits.
 */
export interface Fault {
  /** An operation's name (`starRepository`) or route (`PUT /user/starred/{owner}/{repo}`). */
  readonly operation?: string | undefined;
  /** The name of a token: only calls with it, whether it still holds or not. */
  readonly token?: string | undefined;
  /** How many of those calls go well first; default 0. */
  readonly after?: number | undefined;
  /** How many of those calls it happens to; default every one. */
  readonly times?: number | undefined;
  /** Which part of those calls it happens to, from 0 to 1; default all. */
  readonly rate?: number | undefined;
  /** What makes the choice by `rate` repeatable; default 1. */
  readonly seed?: number | undefined;
  /** Seconds that the answer is held back, whatever it is; what the operation does is done at once. */
  readonly delay?: number | undefined;
  /**
   * Whether the operation takes effect before it goes wrong; default no. Where its own answer comes back all the same (late,
   * cut in half, or of a wrong shape), it always does.
   */
  readonly executed?: boolean | undefined;
  /** Answer with this status instead; with `message` and `headers` if they are given. */
  readonly status?: number | undefined;
  readonly message?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Cut the connection: without an answer, or after half of its body (before it, where it has none). */
  readonly cut?: "connection" | "body" | undefined;
  /**
   * `wrong`: the answer is JSON, but not what the contract promises: a field is missing or of another type, each time another
   * one. `text`: it is a page of HTML, of status 200 or the one that is given.
   */
  readonly shape?: "wrong" | "text" | undefined;
}

/** A fault, and how often it has happened. */
export interface StandingFault extends Fault {
  readonly id: number;
  /** How many calls that no fault before it happened to it was for, and how many of those it happened to. */
  readonly matched: number;
  readonly happened: number;
}

/**
 * What goes wrong on demand. The first fault that is for a call and due happens to it; those that were added later don't count
 * that call.
 */
export interface FaultControl {
  /**
   * @returns its number
   * @throws RangeError on an operation or a token that isn't there, naming the nearest, and on what makes no sense
   */
  add(fault: Fault): number;
  list(): StandingFault[];
  /** What it has begun goes on. @throws RangeError where there is none of that number */
  remove(id: number): void;
  clear(): void;
}

/** A call that came in. */
export interface LoggedCall {
  readonly id: number;
  /** When it came, by the service's clock (ISO 8601). */
  readonly at: string;
  readonly method: string;
  /** With its query. What is secret in it is left out, here and in the body. */
  readonly path: string;
  /** The operation's name; null where there is none at that route. */
  readonly operation: string | null;
  /** The name of its token, or the token's kind where it has no name; null where it came without one, or with one unknown. */
  readonly token: string | null;
  /** The login of the caller; null where it is nobody. */
  readonly user: string | null;
  /** Its JSON, as it was sent; null where it had none. Of what is no JSON, or more than 64 kB, a note of its size. */
  readonly body: unknown;
  /** The answer's; null where the connection was cut before it, by a fault or by the caller. */
  readonly status: number | null;
  /** Milliseconds until it was answered. */
  readonly duration: number;
  /** What its answer was numbered with. */
  readonly requestId: string | null;
  /** The number of the fault that happened to it. */
  readonly fault: number | null;
}

/** A request as the log tells of it: a call, or one beside the API. */
export type LoggedRequest = Omit<LoggedCall, "id" | "body" | "requestId">;

/** A webhook's delivery as the log tells of it. */
export interface LoggedDelivery {
  /** When it was sent, by the service's clock (ISO 8601). */
  readonly at: string;
  readonly event: string;
  readonly action: string | null;
  readonly redelivery: boolean;
  /** The number of the webhook. */
  readonly hook: number;
  /** Where it went: the rest of an address may be secret. */
  readonly origin: string;
  /** The receiver's answer; null where there was none. */
  readonly status: number | null;
  /** Why there was none. */
  readonly problem: string | null;
  /** Milliseconds until it was answered or given up. */
  readonly duration: number;
}

/** An event that was told to webhooks. */
export interface LoggedEvent {
  readonly guid: string;
  /** Its neutral name. */
  readonly event: string;
  readonly action: string | null;
  readonly at: string;
  /** The numbers of the webhooks that it goes to. */
  readonly hooks: readonly number[];
  /** Why it didn't go to some of them after all: it was too large. */
  readonly undelivered: readonly { readonly hook: number; readonly reason: string }[];
}

/** An event that is to happen: in a repository, at an organization, or told to one webhook alone. */
export interface EventToSend {
  /** Its name, neutral or the vendor's. */
  readonly event: string;
  /** Default the first that the event has. */
  readonly action?: string | null | undefined;
  /** `acme/widgets` */
  readonly repository?: string | undefined;
  /** `acme` */
  readonly organization?: string | undefined;
  /** The number of a webhook, which gets it whether it listens or not, if its kind may have it. */
  readonly hook?: number | undefined;
  /** Whose doing it is; default the owner's. */
  readonly sender?: string | undefined;
  /** What it carries; whatever is left out and must be there is made up. */
  readonly payload?: object | undefined;
}

/** A review that somebody gives. */
export interface ReviewToGive {
  /** `acme/widgets` */
  readonly repository: string;
  /** The pull request's number. */
  readonly pull: number;
  /** The login of who gives it: nobody approves their own. */
  readonly user: string;
  /** Default `"approved"`. */
  readonly state?: "approved" | "changes_requested" | "commented" | undefined;
  /** What is said. Every review but an approval has words: default a sentence. */
  readonly body?: string | undefined;
}

/** A workflow run ends now, or one of its jobs. */
export interface RunTransition {
  readonly run: number;
  readonly to: "completed";
  /** What it comes to, and all that has not ended yet with it; default `"success"`. */
  readonly conclusion?: string | undefined;
  /** The name or the number of a job: that one alone. The others then go on as they would. */
  readonly job?: string | number | undefined;
}

/** A self-hosted runner connects, or is no longer heard of. */
export interface RunnerTransition {
  readonly organization: string;
  readonly runner: string;
  readonly to: "online" | "offline";
}

/** How a pull request is merged. */
export type MergeMethod = "merge" | "squash" | "rebase";

/** Something becomes of a pull request. One that was merged stays so. */
export interface PullRequestTransition {
  readonly repository: string;
  readonly pull: number;
  readonly to: "merged" | "closed" | "open" | "draft" | "ready";
  /** How it is merged; default the first of these that the repository allows. */
  readonly method?: MergeMethod | undefined;
  /** Whose doing it is; default the repository's owner, or its organization's first one. */
  readonly by?: string | undefined;
}

/** Something becomes of an issue. What was deleted or transferred is beyond reach. */
export interface IssueTransition {
  readonly repository: string;
  readonly issue: number;
  readonly to: "closed" | "open" | "deleted" | "transferred";
  /** Why it is closed; default `"completed"`. */
  readonly reason?: "completed" | "not_planned" | "duplicate" | undefined;
  /** Where it is transferred to: another repository of the same owner. */
  readonly target?: string | undefined;
  readonly by?: string | undefined;
}

/** A repository is deleted, a private one with its forks. */
export interface RepositoryTransition {
  readonly repository: string;
  readonly to: "deleted";
  readonly by?: string | undefined;
}

/** A person or an organization is deleted, with all that they own. What a person said elsewhere is a ghost's then. */
export interface AccountTransition {
  readonly account: string;
  readonly to: "deleted";
}

/** An app's installation is held back, goes on, or is no more. */
export interface InstallationTransition {
  readonly installation: number;
  readonly to: "suspended" | "active" | "deleted";
  /** Whose doing it is; default the account that it is installed for, or that organization's first owner. */
  readonly by?: string | undefined;
}

/** What changes, and into what. */
export type Transition =
  | RunTransition
  | RunnerTransition
  | PullRequestTransition
  | IssueTransition
  | RepositoryTransition
  | AccountTransition
  | InstallationTransition;

/** A job of a workflow that begins. */
export interface JobToStart {
  /** `acme/widgets` */
  readonly repository: string;
  /** The workflow's path; default `.github/workflows/test.yml`. */
  readonly workflow?: string | undefined;
  /** Default the default branch: `refs/heads/main`. */
  readonly ref?: string | undefined;
  /** Default the branch's newest commit. */
  readonly sha?: string | undefined;
  /** What set it off; default `push`. */
  readonly event?: string | undefined;
  /** Whose doing it is; default the repository's owner, or its organization's first owner. */
  readonly actor?: string | undefined;
  /** The environment that it names. */
  readonly environment?: string | undefined;
  /** The number of the pull request that set it off. */
  readonly pull?: number | undefined;
  /** The reusable workflow that it is in: `acme/automation/.github/workflows/deploy.yml@refs/heads/main`. */
  readonly job_workflow_ref?: string | undefined;
  /** Its name; default `test`. */
  readonly job?: string | undefined;
  readonly runner_environment?: "hosted" | "self-hosted" | undefined;
  /** What its token may: permission sets and levels, `id-token` among them; default what its organization has set, else everything. */
  readonly permissions?: Readonly<Record<string, "read" | "write">> | undefined;
}

/** A job that has begun, as its runner knows it. */
export interface StartedJob {
  readonly run: number;
  readonly job: number;
  /** The job's built-in token. */
  readonly token: string;
  /** What its steps find in their environment: where they get an identity token among it, if they may. */
  readonly env: Readonly<Record<string, string>>;
}

/** A self-hosted runner that is set up. */
export interface NewRunner {
  readonly name: string;
  /** Default `"linux"`. */
  readonly os?: "linux" | "macos" | "windows" | undefined;
  /** Default `"x64"`. */
  readonly architecture?: "x64" | "arm" | "arm64" | undefined;
  /** Beside those that tell what it is. */
  readonly labels?: readonly string[] | undefined;
  /** The name of its group; default `"Default"`. */
  readonly group?: string | undefined;
  /** It takes one job and is gone; default no. */
  readonly ephemeral?: boolean | undefined;
}

/** What self-hosted runners do by themselves. Each throws a RangeError on what isn't there or may not be. */
export interface RunnerControl {
  /** One is set up, with a registration token; it is offline until it connects. */
  register(token: string, runner: NewRunner): void;
  /** One is taken down, with a remove token. */
  remove(token: string, name: string): void;
  /** One connects: it is online, and takes jobs. */
  connect(organization: string, name: string): void;
  /** One is no longer heard of: it is offline, and the job that it has is lost. */
  disconnect(organization: string, name: string): void;
}

/** What the owner of a quota has used of it. */
export interface LimitUsage {
  /** Whose quota it is: all of a user's tokens count on one; who is not signed in counts by address. */
  readonly kind: "anonymous" | "user" | "installation" | "workflow" | "app";
  readonly name: string;
  /** Calls that were let in. */
  readonly calls: number;
  /** Calls that were kept out, by what kept them out. */
  readonly refused: Readonly<Record<"primary" | "inFlight" | "points" | "content", number>>;
  readonly inFlight: number;
  /** What counts on the secondary limits now; undefined where there is no such limit. */
  readonly points: number | undefined;
  readonly contentMinute: number | undefined;
  readonly contentHour: number | undefined;
  /** The primary limits that were used: `reset` is in seconds since 1970. */
  readonly primary: readonly {
    readonly resource: string;
    readonly limit: number;
    readonly used: number;
    readonly remaining: number;
    readonly reset: number;
  }[];
}

/** The service's time. Everything that expires, opens or closes goes by it. */
export interface Clock {
  now(): Date;
  /** From now on it is this time, and goes on from there. */
  set(now: Date): void;
  advance(seconds: number): void;
}

/** A secret as only this side of the service knows it. */
export interface StoredSecret {
  readonly kind: "actions" | "codespaces" | "updater";
  /** The login of the organization that has it; null for a repository's. */
  readonly organization: string | null;
  /** The full name of the repository that has it, or whose environment has it; null for an organization's. */
  readonly repository: string | null;
  readonly environment: string | null;
  readonly name: string;
  readonly value: string;
  /** Who may read an organization's: `all`, `private` or `selected`. */
  readonly visibility: string | null;
  /** Names of the repositories that may read it, where its visibility is `selected`. */
  readonly repositories: readonly string[];
  readonly updated_at: string;
}
