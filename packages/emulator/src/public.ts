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
  /** What is there at the start; default `"demo"`. */
  readonly seed?: "demo" | "empty";
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
  /** Every secret with its value. */
  secrets(): StoredSecret[];
  /** Resolves when no webhook is under way. */
  settled(): Promise<void>;
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
