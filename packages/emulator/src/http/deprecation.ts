import type { Deprecation } from "@forgehand/core/contract";
import type { World } from "../world.ts";
import type { HeaderList } from "./respond.ts";

/**
 * What answers of a deprecated operation say of that: since when it is (RFC 9745), and the day that its removal was announced
 * for (RFC 8594).
 */
export function deprecationHeaders({ now }: World, { from, until }: Deprecation): HeaderList {
  const since = new Date(from);
  if (now() < since) return [];
  const sunset = until === undefined ? [] : ["sunset", new Date(until).toUTCString()];
  return ["deprecation", `@${since.getTime() / 1000}`, ...sunset];
}
