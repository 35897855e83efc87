import type { CallResponse } from "../middleware.ts";

/** A response, or the error of a call. */
export interface AttemptResult {
  readonly response?: CallResponse | undefined;
  readonly isError?: true;
  readonly error?: unknown;
}

/** Waits for a response, or for the error. */
export function settle(sent: Promise<CallResponse | undefined>): Promise<AttemptResult> {
  return sent.then(
    (response) => ({ response }),
    (error: unknown) => ({ error, isError: true }),
  );
}

/** @throws the error of the result */
export function unwrap({ response, error }: AttemptResult): CallResponse {
  if (response) return response;
  throw error;
}
