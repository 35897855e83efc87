import { castValidated } from "../contract/call-definition.ts";
import type { Edition } from "../contract/edition.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import type { WireNames } from "../dialect/dialect.ts";
import type { Validation, ValidationMode } from "../validation/validation.ts";
import type { AccessAdvisor } from "./access/access-advisor.ts";
import { findRepository, isHiddenAbsence } from "./access/hidden-absence.ts";
import { type AnyCallOptions, validateCallOptions } from "./call-options.ts";
import type { Clock } from "./clock.ts";
import { callerOf, recordCaller } from "./credentials/call-tokens.ts";
import type { Caller } from "./credentials/token-source.ts";
import type { EmitterFor } from "./event-emitter.ts";
import type { AccountIdentity, CallRequest, CallResponse, Priority, Send } from "./middleware.ts";
import { encodeRequest } from "./request/encode-request.ts";
import type { InputFields } from "./request/input-fields.ts";
import { readOwnHeaders } from "./request/own-headers.ts";
import { inputErrorFor, readInput } from "./request/validate-input.ts";
import { decodeResponse } from "./response/decode-response.ts";
import { createListing, itemValues, type ListContext, nextPageUrl } from "./response/pagination.ts";
import { redactorOf } from "./response/redactor-of.ts";
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
  readonly explain: AccessAdvisor;
}

/** The stages from an operation and its input to the caller's result. */
export interface CallPipeline {
  readonly dialect: WireNames;
  /**
   * Builds the request from checked fields.
   * @throws InputError
   */
  readonly buildRequest: (operation: AnyOperation, fields: InputFields, options: AnyCallOptions) => CallRequest;
  /**
   * Validates input and options, then builds the request.
   * @throws InputError
   */
  readonly prepareCall: (operation: AnyOperation, input: unknown, options: AnyCallOptions) => CallRequest;
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
  readonly read: (request: CallRequest, response: CallResponse, mode?: ValidationMode) => unknown;
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
  const { dialect, clock, emitterFor, knownCaller, explain, validation, validationMode, owner } = context;
  const target = { ...context, root: context.baseUrl.href.replace(/\/+$/, "") };

  function buildRequest(operation: AnyOperation, fields: InputFields, options: AnyCallOptions): CallRequest {
    const encoded = {
      id: {},
      ...encodeRequest(operation, fields, target, { ...options, version: options.version ?? context.version }),
    };
    recordCaller(encoded.id, knownCaller);
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
  }

  function read(request: CallRequest, response: CallResponse, mode = validationMode): unknown {
    const caller = callerOf(request.id);
    return decodeResponse(request, response, { dialect, caller, explain, validation, validationMode: mode, clock });
  }

  /** Returns whether the token can see the repository that a request is about. */
  async function canSeeRepository(request: CallRequest, send: Send): Promise<unknown> {
    const { owner, repo } = request.input;
    const probe = buildRequest(findRepository, { owner, repo }, followUpOptions(request, clock));
    return read(probe, await send(probe));
  }

  return {
    dialect,
    buildRequest,
    read,
    timeLeft(options) {
      const end = clock.monotonic() + (options.deadline ?? context.deadline);
      return () => Math.max(1, end - clock.monotonic());
    },
    prepareCall(operation, input, options) {
      const fields = readInput(operation, input);
      validateCallOptions(options, false, inputErrorFor(operation, dialect));
      return buildRequest(operation, fields, options);
    },
    async run(request, send, use) {
      try {
        request.signal?.throwIfAborted();
        const response = await send(request);
        const isHidden = await isHiddenAbsence(request, response, () => canSeeRepository(request, send));
        return await use(isHidden ? { ...response, isHidden } : response);
      } catch (error) {
        request.emit?.({ type: "error", error });
        throw error;
      }
    },
  };
}

/** Options of a further call that is part of a call. */
export function followUpOptions(request: CallRequest, clock: Clock): AnyCallOptions {
  const { signal, priority, timeout, maxWait, ownHeaders } = request;
  const { "user-agent": userAgent, ...headers } = ownHeaders;
  return { signal, priority, timeout, maxWait, headers, userAgent, deadline: request.deadline - clock.monotonic() };
}

/**
 * Creates the function that calls operations through `send`. Outputs have been validated against the contract that
 * their types come from.
 */
export function createCall({ prepareCall, read, run }: CallPipeline, send: Send) {
  return async (operation: AnyOperation, input: unknown = {}, options: AnyCallOptions = {}) => {
    const request = prepareCall(operation, input, options);
    return castValidated(await run(request, send, (response) => read(request, response)));
  };
}

/**
 * Creates the function that iterates lists through `send`.
 * @param use turns a page into the yielded values
 */
export function createLister(
  { dialect, buildRequest, read, run, timeLeft }: CallPipeline,
  send: Send,
  use: PageMapper,
) {
  return (operation: AnyOperation, input: unknown = {}, options: AnyCallOptions = {}) => {
    let remaining: (() => number) | undefined;
    const readFields = () => {
      const fields = readInput(operation, input);
      validateCallOptions(options, true, inputErrorFor(operation, dialect));
      return fields;
    };
    const fetchPage = (fields: InputFields, signal: AbortSignal | undefined) => {
      // One deadline for all pages, starting with the first.
      remaining ??= timeLeft(options);
      const request = buildRequest(operation, fields, { ...options, signal, deadline: remaining() });
      return run(request, send, (response) => {
        const { headers } = response;
        const redact = redactorOf(response, request);
        return { output: read(request, response), next: nextPageUrl(headers.get("link")), request, redact };
      });
    };
    return createListing({ operation, dialect }, readFields, options, fetchPage, (page, source) =>
      use({ operation, dialect }, page, source),
    );
  };
}

/** Turns a page into the yielded values; `source` names the page in messages. */
export type PageMapper = (list: ListContext, page: unknown, source: string) => readonly unknown[];

/** Yields whole pages, or their items. */
export const YIELD_PAGES: PageMapper = (_, page) => [page];
export const YIELD_ITEMS: PageMapper = itemValues;
