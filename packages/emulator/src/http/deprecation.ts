import { type AnyOperation, type Deprecation, definitionOf } from "@forgehand/core/contract";
import type { EmulatorContext } from "../emulator-context.ts";
import type { HeaderList } from "./responder.ts";

/** Returns an operation's deprecation, unless the emulator's edition is exempt from it. */
export function deprecationOf({ edition }: EmulatorContext, operation: AnyOperation): Deprecation | undefined {
  const { deprecated } = definitionOf(operation);
  return edition === "all" || (deprecated?.editions?.includes(edition) ?? true) ? deprecated : undefined;
}

/**
 * Returns the headers for a deprecated operation: its deprecation date (RFC 9745) and the announced removal date (RFC
 * 8594).
 */
export function deprecationHeaders(context: EmulatorContext, operation: AnyOperation): HeaderList {
  const deprecation = deprecationOf(context, operation);
  if (!deprecation) return [];
  const since = new Date(deprecation.from);
  if (context.now() < since) return [];
  const { until } = deprecation;
  const sunset = until === undefined ? [] : ["sunset", new Date(until).toUTCString()];
  return ["deprecation", `@${since.getTime() / 1000}`, ...sunset];
}
