import type { CallDefinition } from "../contract/call-definition.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import type { Redact } from "../internal/redact-secrets.ts";
import type { CallEventBody } from "./events.ts";
import type { InputFields } from "./request/input-fields.ts";

/** Priorities, most urgent first: user interaction, default, batch jobs. */
export const PRIORITIES = ["interactive", "normal", "bulk"] as const;
/** Priority of a call that waits for rate limits. */
export type Priority = (typeof PRIORITIES)[number];

/** The account that a call belongs to; cache entries and quota are separate per account. */
export interface AccountIdentity {
  /** Equal for equal credentials within this process. Does not reveal the token. */
  readonly account: string;
  /** A short account name that is safe to store; undefined if no stable one is known. */
  readonly label: () => Promise<string | undefined>;
}

/** A request on its way through the middleware. */
export interface CallRequest {
  /** Identifies the call: the same object in all of its attempts. */
  readonly id: object;
  readonly operation: AnyOperation;
  readonly definition: CallDefinition;
  /** Flat input of the operation. */
  readonly input: InputFields;
  readonly owner: AccountIdentity;
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Those of the headers that the options of client and call name. */
  readonly ownHeaders: Readonly<Record<string, string>>;
  /** JSON, or a file as it is. */
  readonly body: string | Blob | undefined;
  /** Format in which to read the body of a success; all other bodies are read as text. */
  readonly responseType: "text" | "bytes" | "stream";
  readonly signal: AbortSignal | undefined;
  readonly priority: Priority;
  /** Milliseconds that one attempt can take. */
  readonly timeout: number;
  /** Time at which the call must have ended, by the monotonic time of the client's clock; `Infinity` if there is none. */
  readonly deadline: number;
  /** Milliseconds that the call can wait for rate limits before it fails. */
  readonly maxWait: number;
  /** The requested media type of the operation; undefined for its default. */
  readonly mediaType: string | undefined;
  /** Whether the repository is private, if the caller knows it. */
  readonly private?: boolean | undefined;
  /** The call's option `context`. */
  readonly context?: unknown;
  /** Path of the file that the call is about, if the required permissions depend on it. */
  readonly filePath: string | undefined;
  /** Secret strings of the input, which messages must redact. */
  readonly secrets: readonly string[];
  /** Set if the request goes to another origin, and therefore without a token. */
  readonly anonymous?: true;
  /** Set after a redirect: removes what was sent before it, which the new URL and its responses can contain. */
  readonly redact?: Redact | undefined;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
  /** Emits an event of this call; undefined without a listener. */
  readonly emit: ((event: CallEventBody) => void) | undefined;
}

/** A response on its way back through the middleware. Its body is in one of three forms, see `responseType`. */
export interface CallResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Empty if the body is in another form. */
  readonly text: string;
  readonly bytes?: Uint8Array;
  readonly stream?: ReadableStream<Uint8Array>;
  /** The decoded output, if verification has already determined it. */
  readonly output?: unknown;
  /** The `id` of the call that was sent: identical reads can share a response. */
  readonly sentBy?: object | undefined;
  /** Caches the response; called once it has been decoded, since one that cannot be must not be reused. */
  readonly onDecoded?: () => void;
  /** Set if the status does not show an absence, because the token may be unable to see the resource. */
  readonly isHidden?: true;
  /** Set if the response was revalidated and its body comes from the cache. */
  readonly cached?: true;
}

/** Sends a request and returns its response. */
export type Send = (request: CallRequest) => Promise<CallResponse>;

/** Wraps the next handler. */
export type Middleware = (next: Send) => Send;

/** Composes middleware around a handler; the first one sees the request first and the response last. */
export function compose(middleware: readonly Middleware[], handler: Send): Send {
  return middleware.reduceRight((next, wrap) => wrap(next), handler);
}
