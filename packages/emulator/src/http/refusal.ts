/** One complaint of a validation error (public description: validation-error). */
export interface Complaint {
  readonly resource?: string;
  readonly field?: string;
  readonly code: "missing" | "missing_field" | "invalid" | "already_exists" | "unprocessable" | "custom";
  readonly message?: string;
}

/** An answer that ends a call early: status, message, complaints. */
export class Refusal extends Error {
  override name = "Refusal" as const;
  readonly status: number;
  readonly complaints: readonly Complaint[] | undefined;

  constructor(status: number, message: string, complaints?: readonly Complaint[]) {
    super(message);
    this.status = status;
    this.complaints = complaints;
  }
}

/** 404, in the words that hide whether the thing exists. */
export const notFound = () => new Refusal(404, "Not Found");

/** 422 for one field. */
export function invalid(field: string, message: string, code: Complaint["code"] = "invalid"): Refusal {
  return new Refusal(422, "Validation Failed", [{ field, code, message }]);
}
