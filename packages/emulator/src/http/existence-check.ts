import { type AnyOperation, definitionOf, placeholdersOf } from "@forgehand/core/contract";
import { HttpError } from "../http-error.ts";
import type { ApiCall, Handler } from "./handler.ts";
import { readInput } from "./input.ts";
import { createPageLinks, readWindow } from "./paging.ts";

// A 404 for a missing resource takes precedence over a 422 for invalid values. Only handlers can resolve resources
// below repositories and organizations, so the handler of the resource's read operation is called.

/** Path parameters that authorization already resolves. */
const RESOLVED_BY_AUTHORIZE: readonly string[] = ["owner", "repo", "org", "enterprise", "username"];

const NO_QUERY_PARAMETERS = new URLSearchParams();

/** Creates the function that checks whether a resource in the path is missing. */
export function createExistenceCheck(handlers: readonly Handler[]) {
  const readHandlers = new Map(
    handlers
      .filter(({ operation }) => operation.method === "GET")
      .map((readHandler) => [readHandler.operation.path, readHandler]),
  );

  /** Finds the handler that reads the operation's resource or its closest parent. */
  function findReadHandler({ method, path }: AnyOperation): Handler | undefined {
    const segments = path.split("/");
    // A PUT can create the resource, so only its parent must exist.
    if (method === "PUT" && segments.at(-1)?.startsWith("{")) segments.pop();
    for (; segments.length > 0; segments.pop()) {
      const prefix = segments.join("/");
      if (placeholdersOf(prefix).every((name) => RESOLVED_BY_AUTHORIZE.includes(name))) return undefined;
      const readHandler = readHandlers.get(prefix);
      if (readHandler) return readHandler;
    }
    return undefined;
  }

  const existenceChecks = new Map(handlers.map(({ operation, exists }) => [operation, exists]));

  return async (operation: AnyOperation, params: Readonly<Record<string, string>>, call: ApiCall): Promise<boolean> => {
    const exists = existenceChecks.get(operation);
    if (exists) return !exists(params, call);
    const readHandler = findReadHandler(operation);
    if (!readHandler) return false;
    const { paging, absent } = definitionOf(readHandler.operation);
    const page = readWindow(paging, NO_QUERY_PARAMETERS);
    try {
      const input = readInput(call.context, readHandler.operation, params, NO_QUERY_PARAMETERS, "");
      // The input was validated against the contract of that operation.
      const found = await readHandler.respond(input as never, { ...call, page, links: createPageLinks(paging, page) });
      return Object.values(absent ?? {}).some((constant) => constant === found);
    } catch (error) {
      return error instanceof HttpError && error.status === 404;
    }
  };
}
