export { byRoute } from "./by-route.ts";
export type { CallOptions, Client, ClientOptions, MediaOptions, RawAnswer } from "./client/client.ts";
export { createClient } from "./client/client.ts";
export type { Credentials } from "./client/credentials/credentials.ts";
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
} from "./client/errors.ts";
export type { AccessExplanation, TokenFacts } from "./client/explain-access.ts";
export { explainAccess } from "./client/explain-access.ts";
export type { TokenKind } from "./contract/access.ts";
export { operation } from "./contract/operation.ts";
export type { Input, Item, Operation, Output } from "./contract/operation-types.ts";
