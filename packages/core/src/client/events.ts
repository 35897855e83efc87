/** Why a call waits before it is sent. */
export type WaitReason =
  /** Points of the minute, content of the minute or the hour, the service's computing time. */
  | "points"
  | "content"
  | "cpu"
  /** The primary limit is spent until its reset. */
  | "primary"
  /** The service said "too quickly": everybody on this quota waits. */
  | "pause"
  /** As many calls are under way as may be, or others come first. */
  | "concurrency"
  /** A call that must not run beside this one is under way. */
  | "serial"
  /** Preset `polite`: writes keep a distance. */
  | "write gap";

/** What every event says. No event holds a token, a secret, a query or a body. */
interface Happened {
  /** Counts the client's calls, from 1. */
  readonly call: number;
  /** Neutral route of the operation. */
  readonly route: string;
  /** The path on the wire, without its query. */
  readonly path: string;
}

/** One thing that happens to a call on its way. */
export type CallEvent = Happened &
  (
    | { readonly type: "start"; readonly attempt: number }
    /** The operation is better left alone: told before its first call. `until` is the day announced for its removal. */
    | { readonly type: "deprecated"; readonly from: string; readonly until: string | undefined; readonly note: string }
    /** `until` is the earliest moment; undefined where that depends on other answers. */
    | { readonly type: "wait"; readonly reason: WaitReason; readonly until: Date | undefined }
    /** The next attempt, why there is one, and when. */
    | { readonly type: "retry"; readonly attempt: number; readonly reason: string; readonly until: Date }
    | {
        readonly type: "answer";
        readonly attempt: number;
        readonly status: number;
        readonly milliseconds: number;
        /** It had not changed, and came from the cache. */
        readonly cached: boolean;
      }
    /** The end of a list whose filters let the service show no more than so many items. */
    | { readonly type: "truncated"; readonly items: number }
    | { readonly type: "error"; readonly error: unknown }
  );

/** What a step tells of: the rest is known of the call. */
export type CallNews = CallEvent extends infer E ? (E extends unknown ? Omit<E, keyof Happened> : never) : never;
