export type { AccessExplanation, TokenInfo } from "./client/access/explain-access.ts";
export { explainAccess } from "./client/access/explain-access.ts";
export type { CacheOptions } from "./client/cache/client-cache-options.ts";
export type { CallOptions, ListOptions } from "./client/call-options.ts";
export { createClient } from "./client/client.ts";
export type { ClientOptions } from "./client/client-options.ts";
export type { Client, ListMediaOptions, MediaOptions, RawResponse } from "./client/client-types.ts";
export { type Clock, systemClock } from "./client/clock.ts";
export type { Credentials, ProvidedToken } from "./client/credentials/credentials.ts";
export type { CallEvent, WaitReason } from "./client/events.ts";
export type { KeyValueStore } from "./client/key-value-store.ts";
export type { RetryOptions } from "./client/middleware/retry.ts";
export type { CallRequest, CallResponse, Middleware, Priority, Send } from "./client/middleware.ts";
export type { Estimate, EstimateOptions, PlannedCalls } from "./client/pace/estimate.ts";
export { estimate } from "./client/pace/estimate.ts";
export type { PaceLimits, PacePreset } from "./client/pace/limits.ts";
export type { PaceOptions } from "./client/pace/pace-options.ts";
export type { UntypedOptions } from "./client/request/route-pace.ts";
export type { Download } from "./client/response/download.ts";
export type { ListInfo, Listing } from "./client/response/pagination.ts";
export type { RateLimitStatus } from "./client/response/rate-limit.ts";
export type { InvalidItem, ItemsOptions } from "./client/response/valid-items.ts";
export type { Transport, TransportRequest, TransportResponse } from "./client/transport/transport.ts";
export type { TokenKind } from "./contract/access.ts";
export { operation } from "./contract/operation.ts";
export type { Input, Item, ListOperation, Operation, Output } from "./contract/operation-types.ts";
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
export { isOneOf, type NamedValue } from "./is-one-of.ts";
export type { ExactSelection, FieldSelection, PickedFields } from "./pick-fields.ts";
export { pickFields } from "./pick-fields.ts";
export { unknownField } from "./unknown-field.ts";
export type { Validation, ValidationMode, ValidationOptions } from "./validation/validation.ts";
