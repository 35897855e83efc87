import { castValidated } from "../contract/call-definition.ts";
import type { Edition } from "../contract/edition.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import type { WireNames } from "../dialect/dialect.ts";
import { isForgeError } from "../errors.ts";
import type { Validation, ValidationMode } from "../validation/validation.ts";
import { isHiddenAbsence } from "./access/hidden-absence.ts";
import { type AnyCallOptions, findInvalidCallOption } from "./call-options.ts";
import type { Clock } from "./clock.ts";
import { callerOf, createCallIds } from "./credentials/call-tokens.ts";
import type { Caller } from "./credentials/token-source.ts";
import type { LoadFailures } from "./described-error.ts";
import { callErrorContext } from "./error-context.ts";
import type { EmitterFor } from "./event-emitter.ts";
import type { AccountIdentity, CallRequest, CallResponse, Priority, Send } from "./middleware.ts";
import { loadBeforeSending, tryToLoad } from "./on-demand.ts";
import { type EncodedRequest, encodeRequest } from "./request/encode-request.ts";
import { inputErrorFor } from "./request/input-error.ts";
import type { InputFields } from "./request/input-fields.ts";
import { InvalidInput, rejectInput } from "./request/invalid-input.ts";
import { readOwnHeaders } from "./request/own-headers.ts";
import { readInput } from "./request/validate-input.ts";
import { decodeResponse } from "./response/decode-response.ts";
import type { LoadAdvisor } from "./response/error-response.ts";
import { createListing, itemValues, type ListContext, nextPageUrl } from "./response/pagination.ts";
import type { ServiceClock } from "./service-clock.ts";

/** Configuration that all calls of a client share. */
export interface ClientContext {
  readonly baseUrl: URL;
  readonly dialect: WireNames;
  readonly edition: Edition | undefined;
  readonly version: string | undefined;
  readonly timeout: number;
  readonly deadline: number;
  readonly maxWait: number;
  /** Headers of all calls, in addition to those that follow from the call. */
  readonly headers: Readonly<Record<string, string>>;
  readonly priority: Priority;
  readonly validation: Validation;
  readonly validationMode: ValidationMode;
  readonly clock: Clock;
  readonly serviceClock: Pick<ServiceClock, "now">;
  /** Creates the event emitter of a call; undefined without a listener. */
  readonly emitterFor: EmitterFor | undefined;
  readonly owner: AccountIdentity;
  /** The caller as far as it is known before a token is obtained. */
  readonly knownCaller: Caller;
  readonly loadFailures: LoadFailures;
  /** Loads the advice on missing access; undefined if there is none. */
  readonly loadAdvisor: LoadAdvisor | undefined;
}

/** The stages from an operation and its input to the caller's result. */
export interface CallPipeline {
  readonly dialect: WireNames;
  readonly loadFailures: LoadFailures;
  /**
   * Builds the request from checked fields. Not a promise unless something has to be loaded.
   * @throws InputError
   */
  readonly buildRequest: (
    operation: AnyOperation,
    fields: InputFields,
    options: AnyCallOptions,
  ) => CallRequest | Promise<CallRequest>;
  /**
   * Validates input and options, then builds the request.
   * @throws InputError
   */
  readonly prepareCall: (
    operation: AnyOperation,
    input: unknown,
    options: AnyCallOptions,
  ) => CallRequest | Promise<CallRequest>;
  /**
   * Starts the deadline.
   * @returns a function that returns the remaining milliseconds, at least 1
   */
  readonly timeLeft: (options: AnyCallOptions) => () => number;
  /**
   * Decodes a response.
   * @param mode what happens to an unexpected response; default as the client's options say
   * @throws ForgeError
   */
  readonly read: (request: CallRequest, response: CallResponse, mode?: ValidationMode) => Promise<unknown>;
  /**
   * Sends a request and passes the response to `use`; emits an event if either fails.
   * @throws ForgeError
   */
  readonly run: <Result>(
    request: CallRequest,
    send: Send,
    use: (response: CallResponse) => Result | Promise<Result>,
  ) => Promise<Result>;
}

export function createCallPipeline(context: ClientContext): CallPipeline {
  const { dialect, clock, emitterFor, knownCaller, loadFailures, validationMode, owner } = context;
  const createId = createCallIds(knownCaller);
  const target = { ...context, root: context.baseUrl.href.replace(/\/+$/, "") };

  function buildRequest(
    operation: AnyOperation,
    fields: InputFields,
    options: AnyCallOptions,
  ): CallRequest | Promise<CallRequest> {
    const complete = (encodedRequest: EncodedRequest): CallRequest => {
      const encoded = { id: createId(), ...encodedRequest };
      const ownHeaders = { ...context.headers, ...readOwnHeaders(options, inputErrorFor(operation, dialect)) };
      return {
        ...encoded,
        headers: { ...ownHeaders, ...encoded.headers },
        ownHeaders,
        owner,
        signal: options.signal,
        priority: options.priority ?? context.priority,
        context: options.context,
        timeout: options.timeout ?? context.timeout,
        deadline: clock.monotonic() + (options.deadline ?? context.deadline),
        maxWait: options.maxWait ?? context.maxWait,
        private: options.private,
        attempt: 1,
        emit: emitterFor?.(encoded),
      };
    };
    const version = options.version ?? context.version;
    const encoding = encodeRequest(operation, fields, target, { ...options, version });
    return encoding instanceof Promise ? encoding.then(complete) : complete(encoding);
  }

  function read(request: CallRequest, response: CallResponse, mode = validationMode): Promise<unknown> {
    const caller = callerOf(request.id);
    return decodeResponse(request, response, { ...context, caller, validationMode: mode });
  }

  return {
    dialect,
    loadFailures,
    buildRequest,
    read,
    timeLeft(options) {
      const end = clock.monotonic() + (options.deadline ?? context.deadline);
      return () => Math.max(1, end - clock.monotonic());
    },
    prepareCall(operation, input, options) {
      const fields = readInput(operation, input);
      return rejectOptions(context, operation, options, false) ?? buildRequest(operation, fields, options);
    },
    async run(request, send, use) {
      try {
        request.signal?.throwIfAborted();
        const response = await send(request);
        const isHidden = await isHiddenAbsence(request, response, async () => {
          const { canSeeRepository } = await loadBeforeSending(loadFailures, request.signal, callErrorContext(request));
          return canSeeRepository({ buildRequest, read, send, clock }, request);
        });
        return await use(isHidden ? { ...response, isHidden } : response);
      } catch (error) {
        request.emit?.({
          type: "error",
          error: isForgeError(error) ? error : await ownErrorOf(request, error, loadFailures),
        });
        throw error;
      }
    },
  };
}

/**
 * Validates the options of a call.
 * @returns undefined if they are valid; otherwise a rejected promise
 */
function rejectOptions(
  { dialect, loadFailures }: Pick<ClientContext, "dialect" | "loadFailures">,
  operation: AnyOperation,
  options: AnyCallOptions,
  isList: boolean,
): Promise<never> | undefined {
  const name = findInvalidCallOption(options, isList);
  if (name === undefined) return undefined;
  const invalid = new InvalidInput(name, (problems) => problems.callOptionProblem(name, options, isList));
  return rejectInput(invalid, operation, dialect, loadFailures, options?.signal);
}

/**
 * A copy of an error of custom middleware, or of the reason of an abort, which can refer to the request and its secrets.
 */
async function ownErrorOf(request: CallRequest, error: unknown, loadFailures: LoadFailures): Promise<unknown> {
  const loading = loadFailures();
  const isLate = loading instanceof Promise && request.signal?.aborted;
  const descriptions = isLate ? undefined : await tryToLoad(loadFailures, undefined);
  return descriptions?.copyOwnError(request, error) ?? new Error("The description of the error is not loaded.");
}

/**
 * Creates the function that calls operations through `send`. Outputs have been validated against the contract that
 * their types come from.
 */
export function createCall({ prepareCall, read, run }: CallPipeline, send: Send) {
  return async (operation: AnyOperation, input: unknown = {}, options: AnyCallOptions = {}) => {
    const preparing = prepareCall(operation, input, options);
    const request = preparing instanceof Promise ? await preparing : preparing;
    return castValidated(await run(request, send, (response) => read(request, response)));
  };
}

/** A list to read, and how to use its pages. */
export interface PreparedList {
  readonly list: AnyOperation;
  readonly use: PageMapper;
}

/**
 * Creates the function that iterates lists through `send`.
 * @param use turns a page into the yielded values
 */
export function createLister(pipeline: CallPipeline, send: Send, use: PageMapper) {
  return (operation: AnyOperation, input?: unknown, options?: AnyCallOptions) =>
    iterate(pipeline, send, operation, input, options, () => ({ list: operation, use }));
}

/**
 * Iterates a list through `send`.
 * @param prepare returns the list to read instead, before its first page
 */
export function iterate(
  { dialect, loadFailures, buildRequest, read, run, timeLeft }: CallPipeline,
  send: Send,
  operation: AnyOperation,
  input: unknown = {},
  options: AnyCallOptions = {},
  prepare: () => PreparedList | Promise<PreparedList>,
) {
  let remaining: (() => number) | undefined;
  let prepared: PreparedList | undefined;
  const readFields = () => {
    const fields = readInput(operation, input);
    return rejectOptions({ dialect, loadFailures }, operation, options, true) ?? fields;
  };
  const fetchPage = async (fields: InputFields, signal: AbortSignal | undefined) => {
    // One deadline for all pages, starting with the first.
    remaining ??= timeLeft(options);
    const preparing = prepared ?? prepare();
    prepared = preparing instanceof Promise ? await preparing : preparing;
    const building = buildRequest(prepared.list, fields, { ...options, signal, deadline: remaining() });
    const request = building instanceof Promise ? await building : building;
    return run(request, send, async (response) => {
      const next = nextPageUrl(response.headers.get("link"));
      return { output: await read(request, response), next, request, response };
    });
  };
  const list = { operation, dialect, loadFailures };
  return createListing(list, readFields, options, fetchPage, (page, source) => prepared?.use(list, page, source) ?? []);
}

/** Turns a page into the yielded values; `source` names the page in messages. */
export type PageMapper = (list: ListContext, page: unknown, source: string) => readonly unknown[];

/** Yields whole pages, or their items. */
export const YIELD_PAGES: PageMapper = (_, page) => [page];
export const YIELD_ITEMS: PageMapper = (list, page) => itemValues(list, page) ?? [];
