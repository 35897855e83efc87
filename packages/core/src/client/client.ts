import { createInstallationToken } from "../contract/app/installations.ts";
import { castValidated } from "../contract/call-definition.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import { placeholdersOf } from "../contract/placeholders.ts";
import { InputError, invalidField, ResponseError } from "../errors.ts";
import { objectOf } from "../schema/value-of.ts";
import { createAccessAdvisor } from "./access/access-advisor.ts";
import { assertTokenKind, checkTokenKind } from "./access/check-token-kind.ts";
import { cache } from "./cache/cache.ts";
import type { AnyCallOptions } from "./call-options.ts";
import {
  createCall,
  createCallPipeline,
  createLister,
  followUpOptions,
  YIELD_ITEMS,
  YIELD_PAGES,
} from "./call-pipeline.ts";
import { type ClientOptions, type ClientSettings, readClientOptions } from "./client-options.ts";
import type { Client } from "./client-types.ts";
import { recordCaller } from "./credentials/call-tokens.ts";
import type { Caller, ExchangeToken, InstallationScope } from "./credentials/token-source.ts";
import { createEventEmitter } from "./event-emitter.ts";
import { createAttempt } from "./middleware/attempt.ts";
import { authorize } from "./middleware/authorize.ts";
import { followRedirects } from "./middleware/follow-redirects.ts";
import { emptySuccess, retry } from "./middleware/retry.ts";
import { type VerifyOutcome, verifyWith } from "./middleware/verification.ts";
import { type CallRequest, type CallResponse, compose, type Send } from "./middleware.ts";
import { pacing } from "./pace/pacing.ts";
import { sharedQuotas } from "./pace/quota-registry.ts";
import { describeWait } from "./pace/wait-reasons.ts";
import type { InputFields } from "./request/input-fields.ts";
import { separatePace, type UntypedOptions } from "./request/route-pace.ts";
import { readUntyped, untypedOperation } from "./request/untyped-operation.ts";
import { decodeResponse } from "./response/decode-response.ts";
import { assertDownloadable, downloadFromLink, openDownload, requestForLink } from "./response/download.ts";
import { readRequestId } from "./response/error-response.ts";
import { parseRateLimit, toRateLimitStatus } from "./response/rate-limit.ts";
import { redactorOf } from "./response/redactor-of.ts";
import { type ItemsOptions, lenientList } from "./response/valid-items.ts";
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
    explain: createAccessAdvisor(dialect, settings.edition, serviceClock),
    emitterFor: createEventEmitter(settings.onEvent, clock),
  };
  const pipeline = createCallPipeline(context);
  const { buildRequest, prepareCall, read, run } = pipeline;
  const senders = createSenders(settings, verify, exchange);

  function responseMeta(response: CallResponse, request: CallRequest) {
    const { status, headers } = response;
    const requestId = readRequestId(headers, dialect, redactorOf(response, request));
    const now = clock.now();
    const rate = parseRateLimit(headers, now);
    return { status, headers, rateLimit: rate && toRateLimitStatus(rate, now), requestId };
  }

  /** Verifies whether an ambiguous call took effect. Bypasses the cache, because the current state is needed. */
  async function verify(ambiguous: CallRequest, sinceSent: () => number): Promise<CallResponse | undefined> {
    const { verification: check, success } = ambiguous.definition;
    if (!check) return undefined;
    const { deadline = Infinity, ...followUp } = followUpOptions(ambiguous, clock);
    const callOptions = { ...followUp, deadline: Math.max(1, deadline) };
    const pathFields = placeholdersOf(check.operation.path).map((name) => [name, ambiguous.input[name]]);
    const request = buildRequest(check.operation, { ...Object.fromEntries(pathFields), ...check.input }, callOptions);
    return run(request, senders.uncached, (response) => {
      // Whether the call took effect must not be decided from an unexpected response.
      const state = read(request, response, "strict");
      // The service's times are compared with its own clock, which this response has just shown.
      const done = check.isDone(
        state,
        ambiguous.input,
        new Date(serviceClock.now() - sinceSent()),
        new Date(serviceClock.now()),
      );
      if (done === false) return undefined;
      const status = Number(Object.keys(success)[0]);
      const substitute = check.toOutput
        ? { ...response, status, output: check.toOutput(state) }
        : emptySuccess(ambiguous);
      if (done && substitute) return substitute;
      throw new ResponseError("It is unknown whether the call took effect.");
    });
  }

  /** Exchanges an app's JWT for an installation token. */
  async function exchange(jwt: string, { installation, ...limits }: InstallationScope) {
    const built = buildRequest(createInstallationToken, { installation_id: Number(installation), ...limits }, {});
    // Nothing else in the response is used, so nothing else can make it invalid.
    const request = { ...built, definition: { ...built.definition, success: { 201: { json: GrantedToken } } } };
    const headers = { ...request.headers, authorization: `Bearer ${jwt}` };
    const response = await senders.unauthenticated({ ...request, headers });
    const caller = { token: jwt, kind: "app" } as const;
    return castValidated(decodeResponse(request, response, { ...context, caller, validationMode: "strict" }));
  }

  async function raw(operation: AnyOperation, input: unknown = {}, callOptions: AnyCallOptions = {}) {
    const request = prepareCall(operation, input, callOptions);
    return run(request, senders.send, (response) => ({
      output: castValidated(read(request, response)),
      ...responseMeta(response, request),
    }));
  }

  async function requestUntyped(route: string, input: InputFields = {}, options: UntypedOptions = {}) {
    const { callOptions, pace } = separatePace(options);
    if (typeof input !== "object" || input === null) {
      throw new InputError("input must be an object with the fields of path, query or body.", { field: "input" });
    }
    const prepared = prepareCall(untypedOperation(route, input, pace), input, callOptions);
    return run(prepared, senders.send, (response) => {
      const { onDecoded, ...received } = response;
      // Throws for any response that is not a success.
      read(prepared, received);
      const output = readUntyped(prepared, received);
      onDecoded?.();
      return { output, ...responseMeta(response, prepared) };
    });
  }

  async function request(route: string, input?: InputFields, options?: UntypedOptions) {
    return (await requestUntyped(route, input, options)).output;
  }

  async function download(
    operationOrLink: AnyOperation | string,
    input: unknown = {},
    callOptions: AnyCallOptions = {},
  ) {
    if (typeof operationOrLink === "string") return openLink(operationOrLink, callOptions);
    const prepared = prepareCall(operationOrLink, input, callOptions);
    assertDownloadable(prepared);
    return run({ ...prepared, responseType: "stream" }, senders.send, (response) =>
      openDownload(prepared, response, read, senders.unauthenticated, pipeline.dialect),
    );
  }

  async function openLink(address: string, callOptions: AnyCallOptions) {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.protocol !== "https:" && url?.protocol !== "http:") {
      throw new InputError("A download link must be an http or https URL.", { field: "link" });
    }
    const prepared = requestForLink(
      prepareCall(untypedOperation("GET /{link}", {}), { link: "link" }, callOptions),
      url,
    );
    return run(prepared, senders.unauthenticated, (response) => downloadFromLink(prepared, response, pipeline.dialect));
  }

  const listItems = createLister(pipeline, senders.send, YIELD_ITEMS);
  function items(operation: AnyOperation, input?: unknown, options?: ItemsOptions) {
    if (options?.onInvalidItem === undefined) return listItems(operation, input, options);
    const { onInvalidItem, ...listOptions } = options;
    if (typeof onInvalidItem !== "function") throw invalidField("onInvalidItem", "must be a function");
    const { list, use } = lenientList(operation, onInvalidItem);
    return createLister(pipeline, senders.send, use)(list, input, listOptions);
  }

  return {
    call: Object.assign(createCall(pipeline, senders.send), { raw }),
    pages: createLister(pipeline, senders.send, YIELD_PAGES),
    items,
    request: Object.assign(request, { raw: requestUntyped }),
    download,
  };
}

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
    ? [retry(settings.retry, { clock, random, verificationFor: verifyWith(verify, clock) })]
    : [];
  const attempt = trackServiceClock(
    serviceClock,
    settings.baseUrl,
  )(createAttempt(settings.transport, settings.maxBytes, clock, onStreamEnd));
  const onToken = (request: CallRequest, caller: Caller) => {
    assertTokenKind(dialect, caller.kind, request);
    recordCaller(request.id, caller);
  };
  // Pacing comes after retries, because each attempt needs its own slot. Authorization comes last, because the wait can
  // outlast the token.
  const uncached = compose(
    [
      ...retries,
      followRedirects,
      pacing({ quotaFor: sharedQuotas(settings.pace, clock, random), clock, describeWait }),
      authorize(source, exchange, clock, onToken),
    ],
    attempt,
  );
  const caching = settings.cache ? [cache(settings.cache, clock)] : [];
  return {
    send: compose([...settings.middleware, checkTokenKind(dialect, source.known.kind), ...caching], uncached),
    uncached,
    unauthenticated: compose([...retries, followRedirects], attempt),
  };
}

const GrantedToken = /* @__PURE__ */ objectOf({ token: "string", expires_at: "string" });
