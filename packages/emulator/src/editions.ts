import type { Edition } from "@forgehand/core/contract";

/** Selectable editions; `all` combines the operations of every edition. */
export const EDITIONS = {
  all: true,
  "github.com": true,
  "enterprise-cloud": true,
  "self-hosted": true,
} as const satisfies Readonly<Record<Edition | "all", true>>;

/** Names the API in messages, with the edition if others can have more routes. */
export function apiName(edition: Edition | "all"): string {
  return edition === "all" ? "API" : `API of the edition ${edition}`;
}
