import type { Need } from "./contract/access.ts";
import type { Retry } from "./contract/definition.ts";

/** Marks the errors of every copy of this package, so that guards work where two copies meet. */
const BRAND = Symbol.for("forgehand.error");

/** What an error knows of the call that it ends. */
export interface ErrorContext {
  /** What the message begins with: the call, and the answer's status where there is one. */
  readonly about?: string;
  /** Neutral route of the operation, `PUT /repos/{owner}/{repo}/subscription`. */
  readonly route?: string;
  readonly status?: number;
  readonly requestId?: string;
  readonly documentationUrl?: string;
  readonly cause?: unknown;
}

/** The base of every error that a call ends in. Messages never hold a token, a secret or a signed address. */
export class ForgeError extends Error {
  override name: string = "ForgeError";
  /** The message without the call that it is about, for who knows what they did. */
  readonly detail: string;
  readonly route: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly documentationUrl: string | undefined;

  constructor(detail: string, context: ErrorContext = {}) {
    super(context.about === undefined ? detail : `${context.about} ${detail}`, { cause: context.cause });
    this.detail = detail;
    this.route = context.route;
    this.status = context.status;
    this.requestId = context.requestId;
    this.documentationUrl = context.documentationUrl;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** What it knows, as plain data: for logs, messages and other processes. The cause stays here. */
  toJSON(): Readonly<Record<string, unknown>> {
    const {
      stack: _,
      cause: __,
      ...known
    } = Object.fromEntries(Object.getOwnPropertyNames(this).map((name) => [name, Reflect.get(this, name)]));
    return { name: this.name, message: this.message, ...known };
  }
}

/** 401: no credentials, or wrong, expired or revoked ones. */
export class AuthenticationError extends ForgeError {
  override name = "AuthenticationError" as const;
}

/** 403, or refused before sending: the token or its owner may not do this. */
export class PermissionError extends ForgeError {
  override name = "PermissionError" as const;
  /** What the token is known to lack; empty where no source says. */
  readonly missing: readonly Need[];

  constructor(detail: string, context: ErrorContext & { readonly missing?: readonly Need[] } = {}) {
    super(detail, context);
    this.missing = context.missing ?? [];
  }
}

/** 404: it isn't there, or the caller may not know that it is. */
export class NotFoundError extends ForgeError {
  override name = "NotFoundError" as const;
}

/** 409: it is not in the state that the call takes for granted. */
export class ConflictError extends ForgeError {
  override name = "ConflictError" as const;
}

/** One complaint of a 422. */
export interface FieldError {
  readonly field?: string | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/** 422: the service refuses the values. */
export class ValidationError extends ForgeError {
  override name = "ValidationError" as const;
  readonly fields: readonly FieldError[];

  constructor(detail: string, context: ErrorContext & { readonly fields?: readonly FieldError[] } = {}) {
    super(detail, context);
    this.fields = context.fields ?? [];
  }
}

/** 403, 422 or 429 that means "too quickly". */
export class RateLimitError extends ForgeError {
  override name = "RateLimitError" as const;
  /** When to try again; undefined where the service doesn't say. */
  readonly until: Date | undefined;

  constructor(detail: string, context: ErrorContext & { readonly until?: Date | undefined } = {}) {
    super(detail, context);
    this.until = context.until;
  }
}

/** 410: gone for good. */
export class GoneError extends ForgeError {
  override name = "GoneError" as const;
}

/** What became of a call without a clear answer: nothing at all, or nobody knows. */
export type Outcome = "none" | "unknown";

/** 5xx: the service failed. */
export class ServiceError extends ForgeError {
  override name = "ServiceError" as const;
  /** May it have taken effect all the same? The message says so of writes. */
  readonly outcome: Outcome;

  constructor(detail: string, context: ErrorContext & { readonly outcome?: Outcome } = {}) {
    super(detail, context);
    this.outcome = context.outcome ?? "unknown";
  }
}

/** No answer came: no network, a wrong address, a time-out. (A call that its caller aborts throws the caller's own reason.) */
export class ConnectionError extends ForgeError {
  override name = "ConnectionError" as const;
  /** May it have taken effect all the same? The message says so of writes. */
  readonly outcome: Outcome;

  constructor(detail: string, context: ErrorContext & { readonly outcome?: Outcome } = {}) {
    super(detail, context);
    this.outcome = context.outcome ?? "unknown";
  }
}

/** The answer breaks the contract: not JSON, or of another shape. */
export class ResponseError extends ForgeError {
  override name = "ResponseError" as const;
}

/** Refused before sending: a value that can't be right. */
export class InputError extends ForgeError {
  override name = "InputError" as const;
  readonly field: string | undefined;

  constructor(detail: string, context: ErrorContext & { readonly field?: string } = {}) {
    super(detail, context);
    this.field = context.field;
  }
}

/** What of a delivery is wrong. */
export type DeliveryProblem = "method" | "headers" | "size" | "content-type" | "signature" | "body" | "payload";

/** A delivery that is refused, or can't be read. */
export class DeliveryError extends ForgeError {
  override name = "DeliveryError" as const;
  /** The status to answer with. */
  override readonly status: number;
  readonly problem: DeliveryProblem;

  constructor(detail: string, context: ErrorContext & { readonly status: number; readonly problem: DeliveryProblem }) {
    super(detail, context);
    this.status = context.status;
    this.problem = context.problem;
  }
}

/** The error that says what is wrong with one thing that was given. @param problem goes on from the field's name */
export function wrongField(field: string, problem: string): InputError {
  return new InputError(`${field} ${problem}.`, { field });
}

/** Is it one of this package's errors, of whichever copy? */
export function isForgeError(error: unknown): error is ForgeError {
  return error instanceof Error && BRAND in error;
}

const guard =
  <E extends ForgeError>(name: E["name"]) =>
  (error: unknown): error is E =>
    isForgeError(error) && error.name === name;

// Guards, one a class; each knows the errors of every copy of this package.

/** Is it an AuthenticationError, of whichever copy? */
export const isAuthenticationError = /* @__PURE__ */ guard<AuthenticationError>("AuthenticationError");
/** Is it a PermissionError, of whichever copy? */
export const isPermissionError = /* @__PURE__ */ guard<PermissionError>("PermissionError");
/** Is it a NotFoundError, of whichever copy? */
export const isNotFoundError = /* @__PURE__ */ guard<NotFoundError>("NotFoundError");
/** Is it a ConflictError, of whichever copy? */
export const isConflictError = /* @__PURE__ */ guard<ConflictError>("ConflictError");
/** Is it a ValidationError, of whichever copy? */
export const isValidationError = /* @__PURE__ */ guard<ValidationError>("ValidationError");
/** Is it a RateLimitError, of whichever copy? */
export const isRateLimitError = /* @__PURE__ */ guard<RateLimitError>("RateLimitError");
/** Is it a GoneError, of whichever copy? */
export const isGoneError = /* @__PURE__ */ guard<GoneError>("GoneError");
/** Is it a ServiceError, of whichever copy? */
export const isServiceError = /* @__PURE__ */ guard<ServiceError>("ServiceError");
/** Is it a ConnectionError, of whichever copy? */
export const isConnectionError = /* @__PURE__ */ guard<ConnectionError>("ConnectionError");
/** Is it a ResponseError, of whichever copy? */
export const isResponseError = /* @__PURE__ */ guard<ResponseError>("ResponseError");
/** Is it a DeliveryError, of whichever copy? */
export const isDeliveryError = /* @__PURE__ */ guard<DeliveryError>("DeliveryError");
/** Is it an InputError, of whichever copy? */
export const isInputError = /* @__PURE__ */ guard<InputError>("InputError");

/** Said of a write without a clear answer: sending it again could do it twice. */
export function unknownOutcome(retry: Retry): string | undefined {
  return retry === "safe" ? undefined : "It may have taken effect all the same: look before you repeat it";
}

/** What the parts of a message are joined with: sentences, each ended once. */
export function sentences(...parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined && part !== "")
    .map((part) => (/[.!?]$/.test(part ?? "") ? part : `${part}.`))
    .join(" ");
}
