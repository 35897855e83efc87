import type { Item, Operation } from "../contract/operation-types.ts";
import type { Download } from "./answer/download.ts";
import type { Listing } from "./answer/pages.ts";
import type { Rate } from "./answer/rate-limit.ts";
import type { CallOptions, ListOptions } from "./call-options.ts";
import type { Fields } from "./request/fields.ts";

/** A call that asks for one of the operation's own media types. */
export interface MediaOptions<Name> extends CallOptions {
  /** `"star"`, `"raw"`: the output is what the contract says of it. */
  readonly mediaType: Name;
}

/** The same for a list. */
export interface ListMediaOptions<Name> extends ListOptions {
  readonly mediaType: Name;
}

/** An output together with what came around it. */
export interface RawAnswer<Answer> {
  readonly output: Answer;
  readonly status: number;
  readonly headers: Headers;
  /** What the service says of the primary limit; undefined where it says nothing. */
  readonly rate: Rate | undefined;
  /** What the service calls this exchange; tell it when you ask about one. */
  readonly requestId: string | undefined;
}

/** An input may be left out where it need hold nothing. */
export type Arguments<I, Options> =
  Record<never, never> extends I ? [input?: I, options?: Options] : [input: I, options?: Options];

/** Calls one operation. @throws ForgeError, or the reason of a signal that was aborted */
export interface PlainCall {
  <I, A>(operation: Operation<I, A>, ...args: Arguments<NoInfer<I>, CallOptions>): Promise<A>;
  <I, M, K extends keyof M>(
    operation: Operation<I, unknown, M>,
    input: NoInfer<I>,
    options: MediaOptions<K>,
  ): Promise<M[K]>;
}

/** The same, and `raw` for what comes around the output. */
export interface Call extends PlainCall {
  readonly raw: RawCall;
}

/** The same, with status and headers. */
export interface RawCall {
  <I, A>(operation: Operation<I, A>, ...args: Arguments<NoInfer<I>, CallOptions>): Promise<RawAnswer<A>>;
  <I, M, K extends keyof M>(
    operation: Operation<I, unknown, M>,
    input: NoInfer<I>,
    options: MediaOptions<K>,
  ): Promise<RawAnswer<M[K]>>;
}

/** Every page of a list, one after the other, from the one that the input names. @throws ForgeError */
export interface Pages {
  <I, A>(operation: Operation<I, A>, ...args: Arguments<NoInfer<I>, ListOptions>): Listing<A>;
  <I, M, K extends keyof M>(
    operation: Operation<I, unknown, M>,
    input: NoInfer<I>,
    options: ListMediaOptions<K>,
  ): Listing<M[K]>;
}

/** Every item of a list, page by page. @throws ForgeError */
export interface Items {
  <I, A>(operation: Operation<I, A>, ...args: Arguments<NoInfer<I>, ListOptions>): Listing<Item<A>>;
  <I, M, K extends keyof M>(
    operation: Operation<I, unknown, M>,
    input: NoInfer<I>,
    options: ListMediaOptions<K>,
  ): Listing<Item<M[K]>>;
}

/**
 * Calls what the contract lacks: nothing is known of it, so nothing is checked but that the path can be right. Placeholders
 * are filled from the input; the rest of it is the query of a GET or DELETE, and the body of the others.
 * @returns the answer's JSON, its text where it is none, undefined where it is empty
 * @throws ForgeError
 */
export interface Request {
  (route: string, input?: Fields, options?: CallOptions): Promise<unknown>;
  readonly raw: (route: string, input?: Fields, options?: CallOptions) => Promise<RawAnswer<unknown>>;
}

/**
 * What an operation answers with bytes, or with a link to them, as a stream: a file's contents (`mediaType: "raw"`), logs,
 * reports. It is not kept, and not repeated. A link is followed without the token.
 * @throws ForgeError
 */
export interface Downloads {
  <I>(operation: Operation<I, unknown>, ...args: Arguments<NoInfer<I>, CallOptions>): Promise<Download>;
  <I, M, K extends keyof M>(
    operation: Operation<I, unknown, M>,
    input: NoInfer<I>,
    options: MediaOptions<K>,
  ): Promise<Download>;
  /** A link that an answer holds, such as a report's. */
  (link: string, input?: Record<never, never>, options?: CallOptions): Promise<Download>;
}

/** One service, as one caller sees it. */
export interface Client {
  readonly call: Call;
  readonly pages: Pages;
  readonly items: Items;
  readonly request: Request;
  readonly download: Downloads;
}
