import type { Requirement } from "./contract/access.ts";

/** Marks errors of every copy of this package, so that guards work across copies. */
const ERROR_BRAND = Symbol.for("forgehand.error");

/** Information about the failed call. */
export interface ErrorContext {
  /** Start of the message: the call, and the response status if there is one. */
  readonly messagePrefix?: string;
  /** Neutral route of the operation, such as `PUT /repos/{owner}/{repo}/subscription`. */
  readonly route?: string;
  readonly status?: number;
  readonly requestId?: string;
  readonly documentationUrl?: string;
  /** The error that led to this one, or a copy of its name, code and message if it is of another library. */
  readonly cause?: Error;
}

/**
 * Base class of all errors. Messages never contain a token, a secret or a signed URL, and errors refer to no objects of
 * other libraries, which could.
 */
export class ForgeError extends Error {
  override name: string = "ForgeError";
  /** The message without the call, for contexts where the call is obvious. */
  readonly detail: string;
  readonly route: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly documentationUrl: string | undefined;

  constructor(detail: string, context: ErrorContext = {}) {
    const { messagePrefix, cause } = context;
    super(messagePrefix === undefined ? detail : `${messagePrefix} ${detail}`, cause && { cause });
    this.detail = detail;
    this.route = context.route;
    this.status = context.status;
    this.requestId = context.requestId;
    this.documentationUrl = context.documentationUrl;
    Object.defineProperty(this, ERROR_BRAND, { value: true });
  }

  /** Returns the properties as plain data for logs and messages between processes, without stack and cause. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { stack: _, cause: __, name, message, ...properties } = this;
    return { name, message, ...properties };
  }
}

/** 401: the credentials are missing, wrong, expired or revoked. */
export class AuthenticationError extends ForgeError {
  override name = "AuthenticationError" as const;
}

/** 403, or rejected before sending: the token or its owner lacks permission. */
export class PermissionError extends ForgeError {
  override name = "PermissionError" as const;
  /** Access that the token is known to lack; empty if unknown. */
  readonly missing: readonly Requirement[];

  constructor(detail: string, context: ErrorContext & { readonly missing?: readonly Requirement[] } = {}) {
    super(detail, context);
    this.missing = context.missing ?? [];
  }
}

/** 404: the resource does not exist, or the caller cannot see it. */
export class NotFoundError extends ForgeError {
  override name = "NotFoundError" as const;
}

/** 409: the resource is not in the state that the call expects. */
export class ConflictError extends ForgeError {
  override name = "ConflictError" as const;
}

/** One error entry of a 422. */
export interface FieldError {
  readonly field?: string | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/** 422: the service rejected the values. */
export class ValidationError extends ForgeError {
  override name = "ValidationError" as const;
  readonly fields: readonly FieldError[];

  constructor(detail: string, context: ErrorContext & { readonly fields?: readonly FieldError[] } = {}) {
    super(detail, context);
    this.fields = context.fields ?? [];
  }
}

/** 403, 422 or 429 because of a rate limit, or a wait that would take too long. */
export class RateLimitError extends ForgeError {
  override name = "RateLimitError" as const;
  /** Time to retry at; undefined if the service does not specify it. */
  readonly until: Date | undefined;

  constructor(detail: string, context: ErrorContext & { readonly until?: Date | undefined } = {}) {
    super(detail, context);
    this.until = context.until;
  }
}

/** 410: the resource has been removed permanently. */
export class GoneError extends ForgeError {
  override name = "GoneError" as const;
}

/** Effect of a call without a clear response: "none" if it had no effect, otherwise "unknown". */
export type Outcome = "none" | "unknown";

/** 5xx: the service failed. */
export class ServiceError extends ForgeError {
  override name = "ServiceError" as const;
  /** Whether the call may have taken effect. For writes, the message says so as well. */
  readonly outcome: Outcome;

  constructor(detail: string, context: ErrorContext & { readonly outcome?: Outcome } = {}) {
    super(detail, context);
    this.outcome = context.outcome ?? "unknown";
  }
}

/** No response: no network, a wrong URL or a timeout. A call that its caller aborts throws the abort reason instead. */
export class ConnectionError extends ForgeError {
  override name = "ConnectionError" as const;
  /** Whether the call may have taken effect. For writes, the message says so as well. */
  readonly outcome: Outcome;

  constructor(detail: string, context: ErrorContext & { readonly outcome?: Outcome } = {}) {
    super(detail, context);
    this.outcome = context.outcome ?? "unknown";
  }
}

/** The response violates the contract: it is not JSON, or of another shape. */
export class ResponseError extends ForgeError {
  override name = "ResponseError" as const;
}

/** Rejected before sending: a value is invalid. */
export class InputError extends ForgeError {
  override name = "InputError" as const;
  readonly field: string | undefined;

  constructor(detail: string, context: ErrorContext & { readonly field?: string } = {}) {
    super(detail, context);
    this.field = context.field;
  }
}

/** The part of a webhook delivery that is invalid. */
export type DeliveryProblem = "method" | "headers" | "size" | "content-type" | "signature" | "body" | "payload";

/** A webhook delivery that is rejected or cannot be read. */
export class DeliveryError extends ForgeError {
  override name = "DeliveryError" as const;
  /** HTTP status to respond with. */
  override readonly status: number;
  readonly problem: DeliveryProblem;

  constructor(detail: string, context: ErrorContext & { readonly status: number; readonly problem: DeliveryProblem }) {
    super(detail, context);
    this.status = context.status;
    this.problem = context.problem;
  }
}

/**
 * Creates the error for an invalid value.
 * @param problem continues the sentence after the field's name
 */
export function invalidField(field: string, problem: string): InputError {
  return new InputError(`${field} ${problem}.`, { field });
}

/** Whether a value is an error of this package, from any copy of it. */
export function isForgeError(error: unknown): error is ForgeError {
  try {
    return error instanceof Error && ERROR_BRAND in error;
  } catch {
    // A proxy can throw when it is inspected.
    return false;
  }
}

/* @__NO_SIDE_EFFECTS__ */
const createGuard =
  <E extends ForgeError>(name: E["name"]) =>
  (error: unknown): error is E =>
    isForgeError(error) && error.name === name;

// Type guards, one per class; each recognizes the errors of every copy of this package.

/** Whether it is an AuthenticationError. */
export const isAuthenticationError = createGuard<AuthenticationError>("AuthenticationError");
/** Whether it is a PermissionError. */
export const isPermissionError = createGuard<PermissionError>("PermissionError");
/** Whether it is a NotFoundError. */
export const isNotFoundError = createGuard<NotFoundError>("NotFoundError");
/** Whether it is a ConflictError. */
export const isConflictError = createGuard<ConflictError>("ConflictError");
/** Whether it is a ValidationError. */
export const isValidationError = createGuard<ValidationError>("ValidationError");
/** Whether it is a RateLimitError. */
export const isRateLimitError = createGuard<RateLimitError>("RateLimitError");
/** Whether it is a GoneError. */
export const isGoneError = createGuard<GoneError>("GoneError");
/** Whether it is a ServiceError. */
export const isServiceError = createGuard<ServiceError>("ServiceError");
/** Whether it is a ConnectionError. */
export const isConnectionError = createGuard<ConnectionError>("ConnectionError");
/** Whether it is a ResponseError. */
export const isResponseError = createGuard<ResponseError>("ResponseError");
/** Whether it is a DeliveryError. */
export const isDeliveryError = createGuard<DeliveryError>("DeliveryError");
/** Whether it is an InputError. */
export const isInputError = createGuard<InputError>("InputError");
