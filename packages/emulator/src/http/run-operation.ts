import type { AnyOperation } from "@forgehand/core/contract";
import { authorize } from "./authorize.ts";
import type { ApiCall, Handler } from "./handler.ts";
import { readInput } from "./input.ts";
import { createPageLinks, readWindow } from "./paging.ts";
import { Reply } from "./reply.ts";

const NO_QUERY = new URLSearchParams();

/**
 * Runs an operation within another call, as its caller: authorized, validated and committed like a call of its own.
 * @param fields path parameters and body
 * @returns the output of its handler
 * @throws HttpError as the operation's own call
 */
export async function runOperation(
  call: ApiCall,
  handlers: readonly Handler[],
  operation: AnyOperation,
  fields: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const { context, caller } = call;
  const handler = handlers.find((candidate) => candidate.operation === operation);
  if (!handler) throw new Error(`${operation.route} has no handler.`);
  const isInPath = (name: string) => operation.path.includes(`{${name}}`);
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  const params = Object.fromEntries(
    entries.flatMap(([name, value]) => (isInPath(name) ? [[name, String(value)]] : [])),
  );
  const body = Object.fromEntries(entries.filter(([name]) => !isInPath(name)));
  const resources = authorize(context, operation, caller, params);
  const page = readWindow(undefined, NO_QUERY);
  const inner = { ...call, ...resources, page, links: createPageLinks(undefined, page), media: undefined };
  const input = readInput(context, operation, params, NO_QUERY, JSON.stringify(body));
  // The input was validated against this operation's contract.
  const result = await context.db.transaction(() => handler.respond(input as never, inner));
  return result instanceof Reply ? result.output : result;
}
