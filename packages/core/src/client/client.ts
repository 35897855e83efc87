import { itemsOf, outputOf } from "../contract/defined.ts";
import { EDITIONS, type Edition } from "../contract/edition.ts";
import type { AnyOperation, Item, Operation } from "../contract/operation-types.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { DIALECTS, type DialectName } from "../dialect/dialects.ts";
import { type Credentials, readCredentials } from "./caller.ts";
import { chain } from "./chain.ts";
import { credentials } from "./credentials.ts";
import { decode } from "./decode.ts";
import { encode, type Wishes } from "./encode.ts";
import { InputError } from "./errors.ts";
import { itemValues, nextInput, nextPage, pagingOf } from "./pages.ts";
import { fetchTransport } from "./transport/fetch.ts";

/** Which service, as whom, and how. */
export interface ClientOptions {
  /** The API's root: `https://api.github.com`, `https://forge.example.com/api/v3`. */
  readonly baseUrl: string;
  /** Whose token to send; none: anonymous calls. */
  readonly credentials?: Credentials;
  /** The vendor's names on the wire; default `"github"`. */
  readonly dialect?: DialectName | Dialect;
  /** The service's edition: calls that it doesn't have are refused, and it is asked in the version that it knows. */
  readonly edition?: Edition;
  /** The API version to ask for; default the newest that the contract knows for the edition and the operation. */
  readonly version?: string;
  /** What sends requests; default the platform's own `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds that one attempt may take; default 30,000. */
  readonly timeout?: number;
}

/** How one call is made. */
export interface CallOptions {
  /** Ends the call, and a list between its pages, by throwing the signal's reason. */
  readonly signal?: AbortSignal;
  /** The API version to ask for, in place of the contract's. */
  readonly version?: string;
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
  /** The same, with status and headers. */
  raw<I, A>(operation: Operation<I, A>, ...args: Arguments<NoInfer<I>>): Promise<RawAnswer<A>>;
}

/** One service, as one caller sees it. */
export interface Client {
  /** Calls one operation. */
  readonly call: Call;
  /** Every page of a list, one after the other, from the one that the input names. @throws ForgeError */
  pages<I, A>(operation: Operation<I, A>, ...args: Arguments<NoInfer<I>>): AsyncGenerator<A, void, undefined>;
  /** Every item of a list, page by page. @throws ForgeError */
  items<I, A>(operation: Operation<I, A>, ...args: Arguments<NoInfer<I>>): AsyncGenerator<Item<A>, void, undefined>;
}

/**
 * A client of one service, with one caller's token.
 * @throws InputError on a base URL, dialect or token that can't be right
 */
export function createClient(options: ClientOptions): Client {
  const baseUrl = readBaseUrl(options.baseUrl);
  const dialect = readDialect(options.dialect ?? "github");
  const edition = readEdition(options.edition);
  const caller = readCredentials(dialect, options.credentials);
  const fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  // The steps between encoding and transport, in order; caching, pacing and retrying belong after the credentials.
  const send = chain([credentials(dialect, caller)], fetchTransport(fetch, options.timeout ?? 30_000));

  async function exchange(operation: AnyOperation, input: object, wishes: Wishes) {
    const request = encode(
      operation,
      { ...input },
      { baseUrl, dialect, edition },
      { version: options.version, ...wishes },
    );
    wishes.signal?.throwIfAborted();
    const answer = await send(request);
    const output = await decode(request, answer, { dialect, caller });
    return { output, status: answer.status, headers: answer.headers, url: request.url };
  }

  async function raw<I, A>(
    operation: Operation<I, A>,
    ...[input, options]: Arguments<NoInfer<I>>
  ): Promise<RawAnswer<A>> {
    const { output, status, headers } = await exchange(operation, input ?? {}, options ?? {});
    const requestId = headers.get(dialect.headers.requestId) ?? undefined;
    return { output: outputOf<A>(operation, output), status, headers, requestId };
  }

  async function* pages<I, A>(operation: Operation<I, A>, ...[input, options]: Arguments<NoInfer<I>>) {
    const { perPage } = pagingOf(operation);
    const seen = new Set<string>();
    // The largest page: fewest calls.
    let fields: Readonly<Record<string, unknown>> = { ...(perPage && { per_page: perPage.maximum }), ...input };
    for (;;) {
      const { output, headers, url } = await exchange(operation, fields, options ?? {});
      yield outputOf<A>(operation, output);
      const next = nextPage(headers.get("link"));
      if (next === undefined) return;
      fields = nextInput(operation, fields, url, next, seen);
    }
  }

  async function* items<I, A>(operation: Operation<I, A>, ...args: Arguments<NoInfer<I>>) {
    for await (const page of pages(operation, ...args)) {
      yield* itemsOf<A>(operation, itemValues(operation, page));
    }
  }

  async function callOnce<I, A>(operation: Operation<I, A>, ...args: Arguments<NoInfer<I>>): Promise<A>;
  async function callOnce<I, M, K extends keyof M>(
    operation: Operation<I, unknown, M>,
    input: NoInfer<I>,
    options: MediaOptions<K>,
  ): Promise<M[K]>;
  async function callOnce(operation: AnyOperation, input: object = {}, options: Wishes = {}): Promise<unknown> {
    return (await exchange(operation, input, options)).output;
  }

  return { call: Object.assign(callOnce, { raw }), pages, items };
}

function readBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A password or a token may stand in it, so only what can hold neither is repeated.
  const harmless = text.replace(/\/\/.*@/, "//…@").replace(/[?#].*$/s, "…");
  const complain = (problem: string) =>
    new InputError(
      `The base URL ${JSON.stringify(harmless)} ${problem}. It is the API's root, such as https://api.github.com or https://forge.example.com/api/v3.`,
      { field: "baseUrl" },
    );
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) throw complain("is no http or https address");
  if (url.search || url.hash) throw complain("has a query or a fragment");
  if (url.username || url.password) {
    throw new InputError("The base URL holds a user name or a password. Give the token as credentials instead.", {
      field: "baseUrl",
    });
  }
  return url;
}

function readEdition(edition: Edition | undefined): Edition | undefined {
  if (edition === undefined || EDITIONS.includes(edition)) return edition;
  throw new InputError(`There is no edition "${edition}"; there are ${EDITIONS.join(", ")}.`, { field: "edition" });
}

function readDialect(dialect: DialectName | Dialect): Dialect {
  if (typeof dialect === "object") return dialect;
  if (Object.hasOwn(DIALECTS, dialect)) return DIALECTS[dialect];
  throw new InputError(`There is no dialect "${dialect}"; there are ${Object.keys(DIALECTS).join(" and ")}.`, {
    field: "dialect",
  });
}
