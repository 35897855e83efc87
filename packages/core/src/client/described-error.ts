import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type ErrorContext,
  type ForgeError,
  GoneError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ResponseError,
  ServiceError,
  ValidationError,
} from "../errors.ts";
import { callErrorContext } from "./error-context.ts";
import type { CallRequest } from "./middleware.ts";
import { type OnDemand, tryToLoad } from "./on-demand.ts";
import { type LimitResponse, seemsLimitRejection } from "./response/limit-rejection.ts";

/** The descriptions of failed calls, as a module. */
type Failures = typeof import("./failures.ts");

/** Loads the descriptions of failed calls. */
export type LoadFailures = OnDemand<Failures>;

/**
 * Returns the error of a failed call.
 * @param response the response that cannot be used; undefined if there was none
 * @param describe creates the error with the loaded descriptions. Without them, it has the right class and few details
 * @throws the signal's reason if the call is aborted meanwhile
 */
export async function describedError(
  request: CallRequest,
  response: LimitResponse | undefined,
  load: LoadFailures,
  describe: (descriptions: Failures) => ForgeError | Promise<ForgeError>,
): Promise<ForgeError> {
  const descriptions = await tryToLoad(load, request.signal);
  return descriptions ? describe(descriptions) : undescribedError(request, response);
}

/** Quotes nothing of the response, which can contain secrets. Without a response, the call may have taken effect. */
function undescribedError(request: CallRequest, response: LimitResponse | undefined): ForgeError {
  const { messagePrefix, route } = callErrorContext(request);
  const { status = 0 } = response ?? {};
  const ErrorClass = response ? errorClassFor(request, response) : ConnectionError;
  // Other statuses say that the call was rejected.
  const isExecuted = !response || (status >= 200 && status < 300) || (status >= 500 && status !== 501);
  const warning =
    isExecuted && request.definition.retry !== "safe" ? " It may have taken effect: check before you retry." : "";
  const problem = response ? "The call failed" : "There was no response";
  return new ErrorClass(`${problem}, and the description of the failure could not be loaded.${warning}`, {
    messagePrefix: status ? `${messagePrefix} ${status}` : messagePrefix,
    route,
    ...(response ? { status } : {}),
    outcome: status === 501 ? "none" : "unknown",
  });
}

const ERROR_CLASSES: Readonly<Record<number, new (detail: string, context: ErrorContext) => ForgeError>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  422: ValidationError,
};

/** The class of the error that `errorFromResponse` creates, which reads more of the response. */
function errorClassFor({ definition: { advice = {}, absent } }: CallRequest, response: LimitResponse) {
  const { status, text } = response;
  if (status >= 500) return ServiceError;
  const isPage = status !== 429 && text.trim() !== "" && !/^\s*\{/.test(text);
  if (status < 400 || isPage) return ResponseError;
  if (seemsLimitRejection(response)) return RateLimitError;
  if (Object.keys(advice).some((code) => text.includes(`"${code}"`))) return ValidationError;
  return ERROR_CLASSES[absent?.[status] === undefined ? status : 403] ?? ResponseError;
}
