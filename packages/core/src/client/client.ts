import { castValidated } from "../contract/call-definition.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import { invalidField } from "../errors.ts";
import { checkTokenKind, rejectTokenKind } from "./access/check-token-kind.ts";
import { cache } from "./cache/cache.ts";
import type { AnyCallOptions } from "./call-options.ts";
import { createCall, createCallPipeline, createLister, iterate, YIELD_ITEMS, YIELD_PAGES } from "./call-pipeline.ts";
import { type ClientOptions, type ClientSettings, readClientOptions } from "./client-options.ts";
import type { Client } from "./client-types.ts";
import { recordCaller } from "./credentials/call-tokens.ts";
import type { Caller, ExchangeToken, InstallationScope } from "./credentials/token-source.ts";
import { callErrorContext } from "./error-context.ts";
import { createEventEmitter } from "./event-emitter.ts";
import { loadClientParts } from "./load-client-parts.ts";
import { createAttempt } from "./middleware/attempt.ts";
import { authorize } from "./middleware/authorize.ts";
import { followRedirects } from "./middleware/follow-redirects.ts";
import { retry } from "./middleware/retry.ts";
import { type VerifyOutcome, verifyWith } from "./middleware/verification.ts";
import { type CallRequest, type CallResponse, compose, type Send } from "./middleware.ts";
import { loadBeforeSending, tryToLoad } from "./on-demand.ts";
import type { EarlyCalls } from "./pace/early-calls.ts";
import { pacing } from "./pace/pacing.ts";
import type { InputFields } from "./request/input-fields.ts";
import type { UntypedOptions } from "./request/route-pace.ts";
import type { ItemsOptions } from "./response/valid-items.ts";
import { trackServiceClock } from "./service-clock.ts";
import { onStreamEnd } from "./transport/on-stream-end.ts";

export type { CallOptions, ListOptions } from "./call-options.ts";
export type { ClientOptions } from "./client-options.ts";
export type { Client, ListMediaOptions, MediaOptions, RawResponse } from "./client-types.ts";

/**
 * Creates a client for one service and one set of credentials. By default it respects the published rate limits,
 * retries what is safe to retry, and revalidates cached responses.
 * @throws InputError if an option is invalid
 */
export function createClient(options: ClientOptions): Client {
  const settings = readClientOptions(options);
  const { source, dialect, clock, serviceClock } = settings;
  const context = {
    ...settings,
    maxWait: settings.pace.maxWait,
    // Custom middleware sees this object, so it must not give access to the token.
    owner: { account: source.account, label: source.label },
    knownCaller: source.known,
    loadFailures: loadClientParts,
    loadAdvisor: async (signal: AbortSignal | undefined) =>
      (await tryToLoad(loadClientParts, signal))?.createAccessAdvisor(dialect, settings.edition, serviceClock),
    emitterFor: createEventEmitter(settings.onEvent, clock),
  };
  const pipeline = createCallPipeline(context);
  const { prepareCall, read, run } = pipeline;
  const senders = createSenders(settings, verify, exchange);

  async function verify(ambiguous: CallRequest, sinceSent: () => number): Promise<CallResponse | undefined> {
    if (!ambiguous.definition.verification) return undefined;
    const { verifyOutcome } = await loadBeforeSending(loadClientParts, ambiguous.signal);
    return verifyOutcome({ pipeline, send: senders.uncached, clock, serviceClock }, ambiguous, sinceSent);
  }

  async function exchange(jwt: string, scope: InstallationScope) {
    const { exchangeToken } = await loadBeforeSending(loadClientParts, undefined);
    return exchangeToken({ pipeline, send: senders.unauthenticated }, jwt, scope);
  }

  async function raw(operation: AnyOperation, input: unknown = {}, callOptions: AnyCallOptions = {}) {
    const request = await prepareCall(operation, input, callOptions);
    const { responseMeta } = await loadBeforeSending(loadClientParts, request.signal, callErrorContext(request));
    return run(request, senders.send, async (response) => ({
      output: castValidated(await read(request, response)),
      ...responseMeta(response, request, dialect, clock),
    }));
  }

  async function requestUntyped(route: string, input?: InputFields, options?: UntypedOptions) {
    const { requestWithoutContract } = await loadBeforeSending(loadClientParts, options?.signal);
    return requestWithoutContract({ pipeline, send: senders.send, clock }, route, input, options);
  }

  async function request(route: string, input?: InputFields, options?: UntypedOptions) {
    return (await requestUntyped(route, input, options)).output;
  }

  async function download(operationOrLink: AnyOperation | string, input?: unknown, callOptions?: AnyCallOptions) {
    const { startDownload } = await loadBeforeSending(loadClientParts, callOptions?.signal);
    return startDownload({ pipeline, ...senders }, operationOrLink, input, callOptions);
  }

  const listItems = createLister(pipeline, senders.send, YIELD_ITEMS);
  function items(operation: AnyOperation, input?: unknown, options?: ItemsOptions) {
    if (options?.onInvalidItem === undefined) return listItems(operation, input, options);
    const { onInvalidItem, ...listOptions } = options;
    if (typeof onInvalidItem !== "function") throw invalidField("onInvalidItem", "must be a function");
    const prepare = async () => {
      const { lenientList } = await loadBeforeSending(loadClientParts, options.signal);
      return lenientList(operation, onInvalidItem, YIELD_ITEMS);
    };
    return iterate(pipeline, senders.send, operation, input, listOptions, prepare);
  }

  return {
    call: Object.assign(createCall(pipeline, senders.send), { raw }),
    pages: createLister(pipeline, senders.send, YIELD_PAGES),
    items,
    request: Object.assign(request, { raw: requestUntyped }),
    download,
  };
}

const earlyCalls: EarlyCalls<typeof import("./client-parts.ts")> = new Set();

/** Functions that send a request through different parts of the middleware. */
interface Senders {
  /** The full middleware stack. */
  readonly send: Send;
  /** Without cache and custom middleware. */
  readonly uncached: Send;
  /** Only retries and redirects, without token and rate limits. */
  readonly unauthenticated: Send;
}

function createSenders(settings: ClientSettings, verify: VerifyOutcome, exchange: ExchangeToken): Senders {
  const { source, dialect, clock, serviceClock, random } = settings;
  const retries = settings.retry
    ? [
        retry(settings.retry, {
          clock,
          random,
          verificationFor: verifyWith(verify, clock),
          loadFailures: loadClientParts,
        }),
      ]
    : [];
  const attempt = trackServiceClock(
    serviceClock,
    settings.baseUrl,
  )(createAttempt(settings.transport, settings.maxBytes, clock, loadClientParts, onStreamEnd));
  const onToken = (request: CallRequest, caller: Caller) => {
    recordCaller(request.id, caller);
    return rejectTokenKind(dialect, caller.kind, request);
  };
  // Pacing comes after retries, because each attempt needs its own slot. Authorization comes last, because the wait can
  // outlast the token.
  const uncached = compose(
    [
      ...retries,
      followRedirects,
      pacing({
        clock,
        startsEarly: settings.pace.startsEarly,
        earlyCalls,
        loader: loadClientParts,
        createPacing: ({ createSharedPacing }) => createSharedPacing(settings.pace, clock, random),
      }),
      authorize(source, exchange, clock, onToken),
    ],
    attempt,
  );
  const caching = settings.cache ? [cache(settings.cache, clock, loadClientParts)] : [];
  return {
    send: compose([...settings.middleware, checkTokenKind(dialect, source.known.kind), ...caching], uncached),
    uncached,
    unauthenticated: compose([...retries, followRedirects], attempt),
  };
}
