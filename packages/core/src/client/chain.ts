import type { Defined } from "../contract/defined.ts";
import type { AnyOperation } from "../contract/operation-types.ts";

/** A request on its way down the chain. */
export interface Outgoing {
  readonly operation: AnyOperation;
  readonly definition: Defined;
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** The media type of the operation's own that is asked for; undefined for its plain answer. */
  readonly mediaType: string | undefined;
  /** The file that it is about, where what is needed depends on that. */
  readonly file: string | undefined;
  /** Texts of the input that are secrets: no message may repeat them. */
  readonly sensitive: readonly string[];
}

/** An answer on its way up. */
export interface Incoming {
  readonly status: number;
  readonly headers: Headers;
  readonly text: () => Promise<string>;
  readonly bytes: () => Promise<Uint8Array>;
}

/** Sends a request and brings its answer. */
export type Send = (request: Outgoing) => Promise<Incoming>;

/** A link of the chain: wraps what comes after it. */
export type Step = (next: Send) => Send;

/** Puts steps before a transport; the first step sees the request first and the answer last. */
export function chain(steps: readonly Step[], transport: Send): Send {
  return steps.reduceRight((next, step) => step(next), transport);
}
