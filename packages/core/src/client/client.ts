import { asTyped } from "../contract/defined.ts";
import type { AnyOperation, Item, Operation } from "../contract/operation-types.ts";
import { chain } from "./chain.ts";
import { credentials } from "./credentials.ts";
import { decode } from "./decode.ts";
import { encode } from "./encode.ts";
import { type Fields, readInput, type Wishes } from "./input.ts";
import { type ClientOptions, readOptions } from "./options.ts";
import { itemValues, nextInput, nextPage, pagingOf, takesPerPage } from "./pages.ts";
import { fetchTransport } from "./transport/fetch.ts";

export type { ClientOptions } from "./options.ts";

/** How one call is made. */
export interface CallOptions {
  /** Ends the call, and a list between its pages, by throwing the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The API version to ask for, in place of the client's. */
  readonly version?: string | undefined;
}

/** A call that asks for one of the operation's own media types. */
export interface MediaOptions<Name> extends CallOptions {
  /** `"star"`, `"raw"`: the output is what the contract says of it. */
  readonly mediaType: Name;
}

/** An output together with what came around it. */
export interface RawAnswer<Answer> {
  readonly output: Answer;
  readonly status: number;
  readonly headers: Headers;
  /** What the service calls this exchange; tell it when you ask about one. */
  readonly requestId: string | undefined;
}

type Arguments<I> =
  Record<never, never> extends I ? [input?: I, options?: CallOptions] : [input: I, options?: CallOptions];

/** Calls one operation. @throws ForgeError, or the reason of a signal that was aborted */
export interface Call {
  <I, A>(operation: Operation<I, A>, ...args: Arguments<NoInfer<I>>): Promise<A>;
  <I, M, K extends keyof M>(
    operation: Operation<I, unknown, M>,
    input: NoInfer<I>,
    options: MediaOptions<K>,
  ): Promise<M[K]>;
  readonly raw: RawCall;
}

/** The same, with status and headers. */
export interface RawCall {
  <I, A>(operation: Operation<I, A>, ...args: Arguments<NoInfer<I>>): Promise<RawAnswer<A>>;
  <I, M, K extends keyof M>(
    operation: Operation<I, unknown, M>,
    input: NoInfer<I>,
    options: MediaOptions<K>,
  ): Promise<RawAnswer<M[K]>>;
}

/** Every page of a list, one after the other, from the one that the input names. @throws ForgeError */
export interface Pages {
  <I, A>(operation: Operation<I, A>, ...args: Arguments<NoInfer<I>>): AsyncGenerator<A, void, undefined>;
  <I, M, K extends keyof M>(
    operation: Operation<I, unknown, M>,
    input: NoInfer<I>,
    options: MediaOptions<K>,
  ): AsyncGenerator<M[K], void, undefined>;
}

/** Every item of a list, page by page. @throws ForgeError */
export interface Items {
  <I, A>(operation: Operation<I, A>, ...args: Arguments<NoInfer<I>>): AsyncGenerator<Item<A>, void, undefined>;
  <I, M, K extends keyof M>(
    operation: Operation<I, unknown, M>,
    input: NoInfer<I>,
    options: MediaOptions<K>,
  ): AsyncGenerator<Item<M[K]>, void, undefined>;
}

/** One service, as one caller sees it. */
export interface Client {
  readonly call: Call;
  readonly pages: Pages;
  readonly items: Items;
}

/**
 * A client of one service, with one caller's token.
 * @throws InputError on an option that can't be right
 */
export function createClient(options: ClientOptions): Client {
  const settings = readOptions(options);
  const { dialect, caller } = settings;
  // The steps between encoding and transport, in order; caching, pacing and retrying belong after the credentials.
  const send = chain([credentials(dialect, caller)], fetchTransport(settings.fetch, settings.timeout));

  async function exchange(operation: AnyOperation, fields: Fields, wishes: Wishes) {
    const version = wishes.version ?? settings.version;
    const request = encode(operation, fields, settings, { ...wishes, version });
    wishes.signal?.throwIfAborted();
    const answer = await send(request);
    const output = await decode(request, answer, { dialect, caller });
    const requestId = answer.headers.get(dialect.headers.requestId) ?? undefined;
    return { output, status: answer.status, headers: answer.headers, requestId, url: request.url };
  }

  // What comes out was held against the contract, which the types are made from.
  async function call(operation: AnyOperation, input: unknown = {}, wishes: Wishes = {}) {
    return asTyped((await exchange(operation, readInput(operation, input, wishes), wishes)).output);
  }

  async function raw(operation: AnyOperation, input: unknown = {}, wishes: Wishes = {}) {
    const { output, status, headers, requestId } = await exchange(
      operation,
      readInput(operation, input, wishes),
      wishes,
    );
    return { output: asTyped(output), status, headers, requestId };
  }

  async function* pages(operation: AnyOperation, input: unknown = {}, wishes: Wishes = {}) {
    const asked = readInput(operation, input, wishes);
    const { perPage } = pagingOf(operation);
    const seen = new Set<string>();
    // The largest page: fewest calls.
    const largest = perPage && takesPerPage(operation) ? { per_page: perPage.maximum } : {};
    let fields: Fields = { ...largest, ...asked };
    for (;;) {
      const { output, headers, url } = await exchange(operation, fields, wishes);
      yield asTyped(output);
      const next = nextPage(headers.get("link"));
      if (next === undefined) return;
      fields = nextInput(operation, fields, url, next, seen);
    }
  }

  async function* items(operation: AnyOperation, input: unknown = {}, wishes: Wishes = {}) {
    for await (const page of pages(operation, input, wishes)) {
      for (const item of itemValues(operation, page)) yield asTyped(item);
    }
  }

  return { call: Object.assign(call, { raw }), pages, items };
}
