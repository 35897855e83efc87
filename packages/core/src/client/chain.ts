import type { Definition } from "../contract/definition.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import type { CallNews } from "./events.ts";
import type { Fields } from "./request/fields.ts";

/** Who goes first where calls must wait: people, then programs, then lists of jobs. */
export const PRIORITIES = ["interactive", "normal", "bulk"] as const;
/** Who goes first where several calls wait for limits. */
export type Priority = (typeof PRIORITIES)[number];

/** Whose calls they are: what is kept for them is nobody else's. */
export interface Owner {
  /** Equal for equal credentials, in this process. It tells nothing of the token. */
  readonly account: string;
  /** The same as a short name that may be written down; undefined where nothing lasting is known. */
  readonly label: () => Promise<string | undefined>;
}

/** A request on its way down the chain. */
export interface Outgoing {
  readonly operation: AnyOperation;
  readonly definition: Definition;
  /** The operation's flat input. */
  readonly input: Fields;
  readonly owner: Owner;
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** What the answer's body is read as where it is a success; every other answer is read as text. */
  readonly reads: "text" | "bytes" | "stream";
  readonly signal: AbortSignal | undefined;
  readonly priority: Priority;
  /** Milliseconds that one attempt may take. */
  readonly timeout: number;
  /** When it must be over, in milliseconds since 1970; `Infinity`: whenever. */
  readonly deadline: number;
  /** Milliseconds that it may wait for limits before it is refused. */
  readonly maxWait: number;
  /** The media type of the operation's own that is asked for; undefined for its plain answer. */
  readonly mediaType: string | undefined;
  /** The file that it is about, where what is needed depends on that. */
  readonly file: string | undefined;
  /** Texts of the input that are secrets: no message may repeat them. */
  readonly sensitive: readonly string[];
  /** It goes to another origin than the service's: without a token. */
  readonly anonymous?: true;
  /** Counts how often it is sent, from 1. */
  readonly attempt: number;
  /** Tells whoever watches this call; undefined where nobody does. */
  readonly tell: ((news: CallNews) => void) | undefined;
}

/** An answer on its way up. Its body is in one of three forms: see `reads`. */
export interface Incoming {
  readonly status: number;
  readonly headers: Headers;
  /** Empty where the body is in another form. */
  readonly text: string;
  readonly bytes?: Uint8Array;
  readonly stream?: ReadableStream<Uint8Array>;
  /** What it means, where that was found out by looking. */
  readonly output?: unknown;
  /** Nothing had changed: the body is one that came before. */
  readonly cached?: true;
}

/** Sends a request and brings its answer. */
export type Send = (request: Outgoing) => Promise<Incoming>;

/** A link of the chain: wraps what comes after it. */
export type Step = (next: Send) => Send;

/** Puts steps before a transport; the first step sees the request first and the answer last. */
export function chain(steps: readonly Step[], transport: Send): Send {
  return steps.reduceRight((next, step) => step(next), transport);
}
