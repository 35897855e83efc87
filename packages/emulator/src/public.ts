import type { Edition } from "@forgehand/core/contract";
import type { DialectName } from "@forgehand/core/dialects";

// What users of the package see. It imports no other file of it, so that its declarations stand alone.

/** What a service is started with. */
export interface EmulatorOptions {
  /** The port to listen on; default 0, any that is free. */
  readonly port?: number;
  /** The address to listen on; default 127.0.0.1. */
  readonly host?: string;
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
  /** Serve `/_control` over HTTP; default no. */
  readonly control?: boolean;
  /** Called after each request with one line about it. */
  readonly log?: (line: string) => void;
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
  /** Stops listening and forgets everything; saying it twice does no more. */
  stop(): Promise<void>;
}

/** What tests may ask of a running service, past its API. */
export interface Control {
  readonly clock: Clock;
  /**
   * A new private key of an app (PEM, PKCS #8), as its settings page would give out. The app may sign with it from now on.
   * @throws RangeError where there is no such app
   */
  createAppKey(slug: string): Promise<string>;
  /** Ends a token's life. */
  revokeToken(token: string): void;
  /** Every secret with its value. */
  secrets(): StoredSecret[];
  /** What everybody has used of their limits who called lately; nothing where nothing is limited. */
  limits(): LimitUsage[];
  /** What self-hosted runners do by themselves. */
  readonly runners: RunnerControl;
  /** Resolves when no webhook is under way. */
  settled(): Promise<void>;
}

/** A self-hosted runner that is set up. */
export interface NewRunner {
  readonly name: string;
  /** Default `"linux"`. */
  readonly os?: "linux" | "macos" | "windows";
  /** Default `"x64"`. */
  readonly architecture?: "x64" | "arm" | "arm64";
  /** Beside those that tell what it is. */
  readonly labels?: readonly string[];
  /** The name of its group; default `"Default"`. */
  readonly group?: string;
  /** It takes one job and is gone; default no. */
  readonly ephemeral?: boolean;
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
