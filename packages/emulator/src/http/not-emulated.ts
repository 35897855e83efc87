import type { IncomingMessage } from "node:http";
import { type AnyOperation, definitionOf } from "@forgehand/core/contract";
import { wirePath } from "@forgehand/core/dialects";
import { lazy } from "@forgehand/core/internal";
import { redactPath } from "../calls/redact-target.ts";
import { apiName } from "../editions.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { HttpError, notFound } from "../http-error.ts";
import type { Handler } from "./handler.ts";

/** Header of responses to calls that the emulator or its edition doesn't have, so that they differ from a missing resource. */
export const NOT_EMULATED_HEADER = "x-emulator";

/** Whether a response is that to a call that the emulator or its edition doesn't have. */
export const isNotEmulated = ({ headers }: Pick<HttpError, "headers">) => headers[NOT_EMULATED_HEADER] !== undefined;

/** Addresses with the ID of something that doesn't exist; those of what exists were translated. */
const UNKNOWN_ID = /^(repositories|organizations)\/\d+(\/|$)/;

/** A call as it was received. */
interface ReceivedCall {
  readonly incoming: Pick<IncomingMessage, "method">;
  readonly path: string;
}

/** A call that no operation matches. */
interface UnmatchedCall extends ReceivedCall {
  /** The method that is matched: GET for HEAD. */
  readonly method: string;
  /** Decoded segments of the path below the API root. */
  readonly segments: readonly string[];
}

/**
 * Routes that GitHub has and the contract doesn't, but that match another route of the contract. The router must prefer
 * them.
 */
export const SHADOWED_ROUTES = [{ method: "GET", path: "/repos/{owner}/{repo}/pulls/comments" }];

/**
 * Creates the function that responds to calls that no operation matches: with 501 if GitHub has the route, and with 404
 * if it doesn't.
 */
export function createNotEmulated(
  context: EmulatorContext,
  handlers: readonly Handler[],
): (call: UnmatchedCall) => Promise<HttpError> {
  const { dialect, edition } = context;
  const servedRoutes = lazy(
    () =>
      new Set(handlers.map(({ operation: { method, path } }) => `${method} ${normalizePath(wirePath(dialect, path))}`)),
  );
  const loadRoutes = lazy(async () => (await import("./described-routes.ts")).createDescribedRoutes(dialect, edition));
  return async (call) => {
    const { method, segments } = call;
    const described = (await loadRoutes())(method, segments);
    if (described === undefined) {
      if (UNKNOWN_ID.test(segments.join("/"))) return notFound();
      return unknownRoute(context, call);
    }
    // The route is served, but not with the path's values, such as an unknown value of an enum.
    if (servedRoutes().has(`${method} ${normalizePath(described)}`)) return notFound();
    const route = `${method} ${described}`;
    const advice = "Replace this call in the test, for example with a fetch function that responds to it itself.";
    return notEmulated(501, route, `The emulator does not have ${route}, a route of the API. ${advice}`);
  };
}

/**
 * Checks that the emulator's edition has the operation.
 * @throws HttpError 404
 */
export function checkEdition(context: EmulatorContext, operation: AnyOperation, call: ReceivedCall): void {
  const { edition } = context;
  const { editions } = definitionOf(operation);
  if (edition !== "all" && editions && !editions.includes(edition)) throw unknownRoute(context, call);
}

function unknownRoute({ edition, apiUrl }: EmulatorContext, { incoming, path }: ReceivedCall): HttpError {
  const route = `${incoming.method} ${redactPath(path.replace(/^\/api\/v3/, ""))}`;
  const advice = `Check the method and the path, which starts at ${apiUrl}.`;
  return notEmulated(404, route, `The ${apiName(edition)} has no route ${route}. ${advice}`);
}

function notEmulated(status: 404 | 501, route: string, message: string): HttpError {
  return new HttpError(status, message, undefined, {
    [NOT_EMULATED_HEADER]: "not-emulated",
    [`${NOT_EMULATED_HEADER}-route`]: route,
  });
}

const normalizePath = (path: string) => path.replaceAll(/\{[^}]+\}/g, "{}");
