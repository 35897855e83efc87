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
  /** Resolves when no webhook is under way. */
  settled(): Promise<void>;
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
  readonly organization: string;
  readonly name: string;
  readonly value: string;
  readonly visibility: string;
  /** Names of the repositories that may read it, where its visibility is `selected`. */
  readonly repositories: readonly string[];
  readonly updated_at: string;
}
