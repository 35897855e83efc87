/** Reason why a call waits before it is sent. */
export type WaitReason =
  /** Points per minute, content per minute or hour, CPU time. */
  | "points"
  | "content"
  | "cpu"
  /** The primary limit is exhausted until its reset. */
  | "primary"
  /** The service reported a rate limit: all calls of this quota wait. */
  | "pause"
  /** Too many calls are in flight, or calls with higher priority come first. */
  | "concurrency"
  /** A conflicting call is in flight. */
  | "serial"
  /** Preset `polite`: the minimum gap between writes. */
  | "write-gap";

/** Fields of every event. No event contains a token, a secret, a query string or a body. */
interface CallEventBase {
  /** Number of the call within the client, from 1. */
  readonly call: number;
  /** Neutral route of the operation. */
  readonly route: string;
  /** Path of the URL, without the query. */
  readonly path: string;
}

/** An event of a call. */
export type CallEvent = CallEventBase &
  (
    | { readonly type: "start"; readonly attempt: number }
    /** Emitted before the first call of a deprecated operation. `until` is the announced date of its removal. */
    | { readonly type: "deprecated"; readonly from: string; readonly until: string | undefined; readonly note: string }
    /** `until` is the earliest time; undefined if that depends on other responses. */
    | { readonly type: "wait"; readonly reason: WaitReason; readonly until: Date | undefined }
    /** The next attempt, its reason and its time. */
    | { readonly type: "retry"; readonly attempt: number; readonly reason: string; readonly until: Date }
    | {
        readonly type: "response";
        readonly attempt: number;
        readonly status: number;
        readonly milliseconds: number;
        /** The response was revalidated and came from the cache. */
        readonly cached: boolean;
      }
    /** With validation `"warn"`: a response does not match the contract. `problem` names the field, never its value. */
    | { readonly type: "mismatch"; readonly status: number; readonly problem: string }
    /** The service cut off a filtered list after `items` items. */
    | { readonly type: "truncated"; readonly items: number }
    /** The error that the call throws; of an error of another class, a copy of its name, code and message. */
    | { readonly type: "error"; readonly error: unknown }
  );

/** An event without the fields that the emitter adds. */
export type CallEventBody = CallEvent extends infer E
  ? E extends unknown
    ? Omit<E, keyof CallEventBase>
    : never
  : never;
