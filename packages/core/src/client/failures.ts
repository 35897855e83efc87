// Everything that describes or retries a failed call, for both clients.

export { canSeeRepository } from "./access/can-see-repository.ts";
export { copyOwnError } from "./copy-own-error.ts";
export { connectionFailure, timedOut } from "./middleware/connection-failure.ts";
export { retryCall } from "./middleware/retry-call.ts";
export { describeInvalidInput } from "./request/describe-input.ts";
export { callOptionProblem } from "./request/describe-option.ts";
export * from "./request/input-problems.ts";
export { contractViolation, mismatchOf } from "./response/contract-violation.ts";
export { errorFromResponse } from "./response/error-response.ts";
export { sizeError } from "./response/limit-error.ts";
export { missingListError, nextPageError } from "./response/list-errors.ts";
export { notJsonError } from "./response/not-json-error.ts";
export { redactorOf } from "./response/redactor-of.ts";
