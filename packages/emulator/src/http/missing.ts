import { type AnyOperation, definitionOf, placeholdersOf } from "@forgehand/core/contract";
import type { Call, Handler } from "./call.ts";
import { readInput } from "./input.ts";
import { collectLinks, readWindow } from "./paging.ts";
import { Refusal } from "./refusal.ts";

// A call is told that what its path names is not there before it is told what is wrong with its values (document 1,
// Errors). What lies below repositories and organizations only handlers find: so the one that reads it is asked.

/** What the gate finds by itself. */
const FOUND_BY_GATE: readonly string[] = ["owner", "repo", "org", "enterprise", "username"];

const NOTHING = new URLSearchParams();

/** Makes what tells whether something that a path names is not there. */
export function createMissing(handlers: readonly Handler[]) {
  const reads = new Map(
    handlers.filter(({ operation }) => operation.method === "GET").map((read) => [read.operation.path, read]),
  );

  /** What reads the thing that an operation is about, or what that belongs to. */
  function readOf({ method, path }: AnyOperation): Handler | undefined {
    const segments = path.split("/");
    // What is put at an address of its own need not be there yet.
    if (method === "PUT" && segments.at(-1)?.startsWith("{")) segments.pop();
    for (; segments.length > 0; segments.pop()) {
      const prefix = segments.join("/");
      if (placeholdersOf(prefix).every((name) => FOUND_BY_GATE.includes(name))) return undefined;
      const read = reads.get(prefix);
      if (read) return read;
    }
    return undefined;
  }

  const asked = new Map(handlers.map(({ operation, isThere }) => [operation, isThere]));

  return async (operation: AnyOperation, names: Readonly<Record<string, string>>, call: Call): Promise<boolean> => {
    const isThere = asked.get(operation);
    if (isThere) return !isThere(names, call);
    const read = readOf(operation);
    if (!read) return false;
    const { paging, absent } = definitionOf(read.operation);
    const window = readWindow(paging, NOTHING);
    try {
      const input = readInput(call.world, read.operation, names, NOTHING, "");
      // The input was just held against that operation's contract.
      const found = await read.answer(input as never, { ...call, window, links: collectLinks(paging, window) });
      return Object.values(absent ?? {}).some((constant) => constant === found);
    } catch (error) {
      return error instanceof Refusal && error.status === 404;
    }
  };
}
