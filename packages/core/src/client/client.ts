import * as z from "zod/mini";
import { createInstallationToken } from "../contract/app/installations.ts";
import { asTyped } from "../contract/defined.ts";
import { once } from "../contract/once.ts";
import { placeholdersOf } from "../contract/operation.ts";
import type { AnyOperation, Item, Operation } from "../contract/operation-types.ts";
import { attempts } from "./attempt.ts";
import { authorize } from "./authorize.ts";
import { cache } from "./cache.ts";
import { type CallOptions, checkWishes, type ListOptions, type Wishes } from "./call-options.ts";
import { chain, type Incoming, type Outgoing, type Send } from "./chain.ts";
import type { Exchange } from "./credentials/credentials.ts";
import { decode } from "./decode.ts";
import { checkDownload, type Download, linkedDownload, linkRequest, openDownload } from "./download.ts";
import { encode } from "./encode.ts";
import { InputError, ResponseError } from "./errors.ts";
import type { CallEvent } from "./events.ts";
import { complaintAbout, type Fields, readInput } from "./input.ts";
import { type ClientOptions, readOptions, type Settings } from "./options.ts";
import { quotaOf } from "./pace/owners.ts";
import { pacing } from "./pace/pacing.ts";
import { itemValues, type Listing, listing, nextPage } from "./pages.ts";
import { type Rate, readRate } from "./rate-limit.ts";
import { redirects } from "./redirects.ts";
import { refuseKind } from "./refuse-kind.ts";
import { operationOf, readAnything } from "./requests.ts";
import { doneAnswer, type Look, retry } from "./retry.ts";

export type { CallOptions, ListOptions } from "./call-options.ts";
export type { ClientOptions } from "./options.ts";

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

type Arguments<I, Options> =
  Record<never, never> extends I ? [input?: I, options?: Options] : [input: I, options?: Options];

/** Calls one operation. @throws ForgeError, or the reason of a signal that was aborted */
export interface Call {
  <I, A>(operation: Operation<I, A>, ...args: Arguments<NoInfer<I>, CallOptions>): Promise<A>;
  <I, M, K extends keyof M>(
    operation: Operation<I, unknown, M>,
    input: NoInfer<I>,
    options: MediaOptions<K>,
  ): Promise<M[K]>;
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

/**
 * A client of one service, with one caller's token. Unless told otherwise it keeps to the published limits, sends again what
 * is safe to send again, and asks only for what has changed.
 * @throws InputError on an option that can't be right
 */
export function createClient(options: ClientOptions): Client {
  const settings = readOptions(options);
  const { source, dialect, clock, onEvent } = settings;
  const lines = linesOf(settings, look, exchange);
  let calls = 0;

  function prepare(operation: AnyOperation, fields: Fields, wishes: Wishes): Outgoing {
    const encoded = encode(operation, fields, settings, { ...wishes, version: wishes.version ?? settings.version });
    const call = ++calls;
    const { route } = operation;
    const path = encoded.url.pathname;
    const patience = wishes.deadline ?? settings.deadline;
    return {
      ...encoded,
      signal: wishes.signal,
      priority: wishes.priority ?? settings.priority,
      timeout: wishes.timeout ?? settings.timeout,
      deadline: patience === Infinity ? Infinity : clock.now() + patience,
      maxWait: wishes.maxWait ?? settings.pace.maxWait,
      attempt: 1,
      tell: onEvent && ((news) => notify(onEvent, { ...news, call, route, path })),
    };
  }

  function read(request: Outgoing, answer: Incoming): unknown {
    return decode(request, answer, { dialect, caller: source.known() }, settings.validation);
  }

  function around({ status, headers }: Incoming) {
    const requestId = headers.get(dialect.headers.requestId) ?? undefined;
    return { status, headers, rate: readRate(headers, clock.now()), requestId };
  }

  /** Sends, and makes of the answer whatever the caller wants. */
  async function run<Result>(
    request: Outgoing,
    send: Send,
    use: (answer: Incoming) => Result,
  ): Promise<Awaited<Result>> {
    try {
      request.signal?.throwIfAborted();
      return await use(await send(request));
    } catch (error) {
      request.tell?.({ type: "error", error });
      throw error;
    }
  }

  function begin(operation: AnyOperation, input: unknown, wishes: Wishes): Outgoing {
    const fields = readInput(operation, input);
    checkWishes(wishes, false, complaintAbout(operation));
    return prepare(operation, fields, wishes);
  }

  /** Has a call whose answer was lost taken effect? The look goes past the cache: it must be of now. */
  async function look(lost: Outgoing, sentAt: number): Promise<Incoming | undefined> {
    const { look: first, success } = lost.definition;
    if (!first) return undefined;
    const { signal, priority, timeout, maxWait } = lost;
    const wishes = { signal, priority, timeout, ...(maxWait === Infinity ? {} : { maxWait }) };
    const places = placeholdersOf(first.operation.path).map((name) => [name, lost.input[name]]);
    const request = prepare(first.operation, { ...Object.fromEntries(places), ...first.with }, wishes);
    return run(request, lines.direct, (answer) => {
      const done = first.done(read(request, answer), lost.input, new Date(sentAt));
      if (done === undefined) throw new ResponseError("Nobody can tell whether it was done.");
      if (!done) return undefined;
      return first.answers ? { ...answer, status: Number(Object.keys(success)[0]) } : doneAnswer(lost);
    });
  }

  /** An app's own JWT brings the token of one of its installations. */
  async function exchange(jwt: string, installation: string) {
    const request = prepare(createInstallationToken, { installation_id: Number(installation) }, {});
    const headers = { ...request.headers, authorization: `Bearer ${jwt}` };
    const answer = await lines.bare({ ...request, headers });
    const caller = { token: jwt, kind: "app" } as const;
    const granted = z.safeParse(GrantedToken(), decode(request, answer, { dialect, caller }, settings.validation));
    if (granted.success) return granted.data;
    throw new ResponseError("The answer holds no token.", { about: `${createInstallationToken.route}:` });
  }

  // What comes out was held against the contract, which the types are made from.
  async function call(operation: AnyOperation, input: unknown = {}, wishes: Wishes = {}) {
    const request = begin(operation, input, wishes);
    return asTyped(await run(request, lines.send, (answer) => read(request, answer)));
  }

  async function raw(operation: AnyOperation, input: unknown = {}, wishes: Wishes = {}) {
    const request = begin(operation, input, wishes);
    return run(request, lines.send, (answer) => ({ output: asTyped(read(request, answer)), ...around(answer) }));
  }

  function list(use: (operation: AnyOperation, page: unknown) => readonly unknown[]) {
    return (operation: AnyOperation, input: unknown = {}, wishes: Wishes = {}) => {
      const begin = () => {
        const fields = readInput(operation, input);
        checkWishes(wishes, true, complaintAbout(operation));
        return fields;
      };
      const ask = (fields: Fields, signal: AbortSignal | undefined) => {
        const asked = prepare(operation, fields, { ...wishes, signal });
        return run(asked, lines.send, (answer) => {
          return { output: read(asked, answer), next: nextPage(answer.headers.get("link")), request: asked };
        });
      };
      return listing(operation, begin, wishes, ask, (page) => use(operation, page));
    };
  }

  async function anything(route: string, input: Fields = {}, wishes: Wishes = {}) {
    if (typeof input !== "object" || input === null) {
      throw new InputError("input is an object with the fields of the path and of query or body.", { field: "input" });
    }
    const asked = begin(operationOf(route, input), input, wishes);
    return run(asked, lines.send, (answer) => {
      // Everything but a success ends here.
      read(asked, answer);
      return { output: readAnything(asked, answer), ...around(answer) };
    });
  }

  async function request(route: string, input?: Fields, wishes?: Wishes) {
    return (await anything(route, input, wishes)).output;
  }

  async function download(what: AnyOperation | string, input: unknown = {}, wishes: Wishes = {}) {
    if (typeof what === "string") return openAddress(what, wishes);
    const asked = begin(what, input, wishes);
    checkDownload(asked);
    return run({ ...asked, reads: "stream" }, lines.send, (answer) => openDownload(asked, answer, read, lines.bare));
  }

  async function openAddress(address: string, wishes: Wishes) {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.protocol !== "https:" && url?.protocol !== "http:") {
      throw new InputError("A link to download from is an http or https address.", { field: "link" });
    }
    const asked = linkRequest(begin(operationOf("GET /{link}", {}), { link: "link" }, wishes), url);
    return run(asked, lines.bare, (answer) => linkedDownload(asked, answer));
  }

  return {
    call: Object.assign(call, { raw }),
    pages: list((_, page) => [page]),
    items: list(itemValues),
    request: Object.assign(request, { raw: anything }),
    download,
  };
}

/** Where a request goes along, from the caller to the service. */
interface Lines {
  /** All of the way. */
  readonly send: Send;
  /** Past what remembers: cache, and steps of the user's own. */
  readonly direct: Send;
  /** Without a token and the limits of its owner. */
  readonly bare: Send;
}

function linesOf(settings: Settings, look: Look, exchange: Exchange): Lines {
  const { source, dialect, clock, random, pace } = settings;
  const again = settings.retry ? [retry(settings.retry, look, clock, random)] : [];
  const end = attempts(settings.transport, clock);
  const owner = `${settings.baseUrl.origin}\n${pace.owner ?? source.account}`;
  const label = async () => `forgehand-pace ${settings.baseUrl.host} ${pace.owner ?? (await source.label())}`;
  // Every attempt takes a place of its own, so the limits come after what repeats; the token comes last, for the wait may
  // be longer than its life.
  const direct = chain(
    [...again, redirects, pacing(() => quotaOf(owner, label, pace, clock, random), clock), authorize(source, exchange)],
    end,
  );
  const remembering = settings.cache ? [cache(settings.cache, source.account, source.label)] : [];
  return {
    send: chain([...settings.steps, refuseKind(dialect, source), ...remembering], direct),
    direct,
    bare: chain([...again, redirects], end),
  };
}

/** A hook that fails is no reason to end a call. */
function notify(onEvent: (event: CallEvent) => void, event: CallEvent): void {
  try {
    onEvent(event);
  } catch {
    // Its own to catch.
  }
}

const GrantedToken = /* @__PURE__ */ once(() => z.looseObject({ token: z.string(), expires_at: z.string() }));
