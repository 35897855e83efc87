/** One complaint of a validation error (public description: validation-error). */
export interface Complaint {
  readonly resource?: string;
  readonly field?: string;
  readonly code: "missing" | "missing_field" | "invalid" | "already_exists" | "unprocessable" | "too_large" | "custom";
  readonly message?: string;
}

/** An answer that ends a call early: status, message, complaints, headers, and what else its body says. */
export class Refusal extends Error {
  override name = "Refusal" as const;
  readonly status: number;
  readonly complaints: readonly Complaint[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly more: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    message: string,
    complaints?: readonly Complaint[],
    headers: Readonly<Record<string, string>> = {},
    more: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.status = status;
    this.complaints = complaints;
    this.headers = headers;
    this.more = more;
  }
}

/** 404, in the words that hide whether the thing exists. */
export const notFound = () => new Refusal(404, "Not Found");

/** 403, and why. */
export const forbidden = (message: string) => new Refusal(403, message);

/** 409, and with what it clashes. */
export const conflict = (message: string) => new Refusal(409, message);

/** 410, for what was there. */
export const gone = (message: string) => new Refusal(410, message);

/** 422 for one field. */
export function invalid(field: string, message: string, code: Complaint["code"] = "invalid"): Refusal {
  return new Refusal(422, "Validation Failed", [{ field, code, message }]);
}

/** 422 for one field of something, in the real service's own words: clients look for them. */
export function rejected(resource: string, field: string, message: string): Refusal {
  return new Refusal(422, "Validation Failed", [{ resource, field, code: "custom", message }]);
}

/** 301 for reading and 307 for writing: what is asked for has another address. */
export function moved(method: string, location: string): Refusal {
  const status = method === "GET" ? 301 : 307;
  return new Refusal(status, status === 301 ? "Moved Permanently" : "Temporary Redirect", undefined, { location });
}
