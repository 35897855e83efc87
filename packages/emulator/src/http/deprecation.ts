import type { Deprecation } from "@forgehand/core/contract";
import type { EmulatorContext } from "../emulator-context.ts";
import type { HeaderList } from "./responder.ts";

/**
 * Returns the headers for a deprecated operation: its deprecation date (RFC 9745) and the announced removal date (RFC
 * 8594).
 */
export function deprecationHeaders({ now }: EmulatorContext, { from, until }: Deprecation): HeaderList {
  const since = new Date(from);
  if (now() < since) return [];
  const sunset = until === undefined ? [] : ["sunset", new Date(until).toUTCString()];
  return ["deprecation", `@${since.getTime() / 1000}`, ...sunset];
}
