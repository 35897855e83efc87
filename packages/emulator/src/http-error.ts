/** An entry of `errors` in a validation error (`validation-error` of the public API description). */
export interface FieldError {
  readonly resource?: string;
  readonly field?: string;
  readonly code: "missing" | "missing_field" | "invalid" | "already_exists" | "unprocessable" | "too_large" | "custom";
  readonly message?: string;
}

/** An entry of `errors`; some errors only have a text. */
export type ErrorDetail = FieldError | string;

/**
 * An error that ends a call with a response: status, message, field errors, headers, and additional fields of the body.
 */
export class HttpError extends Error {
  override name = "HttpError" as const;
  readonly status: number;
  readonly errors: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly extraFields: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    message: string,
    errors?: readonly ErrorDetail[],
    headers: Readonly<Record<string, string>> = {},
    extraFields: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
    this.extraFields = extraFields;
  }
}

/** 404 with the message that also hides inaccessible resources. */
export const notFound = () => new HttpError(404, "Not Found");

/**
 * Returns the value.
 * @throws HttpError 404 if there is none
 */
export function requireFound<T>(value: T | undefined): T {
  if (value === undefined) throw notFound();
  return value;
}

/** 403 with a reason. */
export const forbidden = (message: string) => new HttpError(403, message);

/** 401 for a value that isn't an app's JWT. */
export const badJwt = () => new HttpError(401, "A JSON web token could not be decoded");

/** 409 with the conflict. */
export const conflict = (message: string) => new HttpError(409, message);

/** 410 for something that no longer exists. */
export const gone = (message: string) => new HttpError(410, message);

/** 422 for one field. */
export function invalid(field: string, message: string, code: FieldError["code"] = "invalid"): HttpError {
  return new HttpError(422, "Validation Failed", [{ field, code, message }]);
}

/** 422 with a text instead of invalid fields. */
export const unprocessable = (message: string) => new HttpError(422, "Unprocessable Entity", [message]);

/** Returns the field and the message of an error's first detail, or else the error's own message. */
export function firstDetail({ message, errors }: HttpError): { readonly field: string; readonly message: string } {
  const [first = message] = errors ?? [];
  return typeof first === "string"
    ? { field: "", message: first }
    : { field: first.field ?? "", message: first.message ?? message };
}

/** 422 for fields that are missing in the body. GitHub only names them in the message. */
export function notSupplied(...fields: readonly string[]): HttpError {
  const names = fields.map((field) => `"${field}"`).join(", ");
  return new HttpError(422, `Invalid request.\n\n${names} ${fields.length === 1 ? "wasn't" : "weren't"} supplied.`);
}

/** 422 for one field of a resource, with GitHub's own message, which clients match. */
export function customFieldError(resource: string, field: string, message: string): HttpError {
  return new HttpError(422, "Validation Failed", [{ resource, field, code: "custom", message }]);
}

/** Redirect to a new URL: 301 for reads, 307 for writes. */
export function redirect(method: string, location: string): HttpError {
  const status = method === "GET" ? 301 : 307;
  return new HttpError(status, status === 301 ? "Moved Permanently" : "Temporary Redirect", undefined, { location });
}
