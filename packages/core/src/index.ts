export { byRoute } from "./by-route.ts";
export type { AccessExplanation, TokenFacts } from "./client/access/explain-access.ts";
export { explainAccess } from "./client/access/explain-access.ts";
export type { Download } from "./client/answer/download.ts";
export type { ListFacts, Listing } from "./client/answer/pages.ts";
export type { Rate } from "./client/answer/rate-limit.ts";
export type { CacheOptions } from "./client/cache/options.ts";
export type { CallOptions, ListOptions } from "./client/call-options.ts";
export type { Incoming, Outgoing, Priority, Send, Step } from "./client/chain.ts";
export { createClient } from "./client/client.ts";
export type { Client, ListMediaOptions, MediaOptions, RawAnswer } from "./client/client-types.ts";
export { type Clock, systemClock } from "./client/clock.ts";
export type { Credentials, GivenToken } from "./client/credentials/credentials.ts";
export type { CallEvent, WaitReason } from "./client/events.ts";
export type { KeyValueStore } from "./client/key-value-store.ts";
export type { ClientOptions } from "./client/options.ts";
export type { Estimate, EstimateOptions, PlannedCalls } from "./client/pace/estimate.ts";
export { estimate } from "./client/pace/estimate.ts";
export type { Limits, Preset } from "./client/pace/limits.ts";
export type { PaceOptions } from "./client/pace/options.ts";
export type { RetryOptions } from "./client/steps/retry.ts";
export type { Transport, TransportAnswer, TransportRequest } from "./client/transport/transport.ts";
export type { TokenKind } from "./contract/access.ts";
export { operation } from "./contract/operation.ts";
export type { Input, Item, Operation, Output } from "./contract/operation-types.ts";
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  ForgeError,
  GoneError,
  InputError,
  isAuthenticationError,
  isConflictError,
  isConnectionError,
  isForgeError,
  isGoneError,
  isInputError,
  isNotFoundError,
  isPermissionError,
  isRateLimitError,
  isResponseError,
  isServiceError,
  isValidationError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ResponseError,
  ServiceError,
  ValidationError,
} from "./errors.ts";
export type { Validation } from "./validation/validation.ts";
