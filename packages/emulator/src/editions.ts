import type { Edition } from "@forgehand/core/contract";

/** Selectable editions; `all` combines the operations of every edition. */
export const EDITIONS = {
  all: true,
  "github.com": true,
  "enterprise-cloud": true,
  "self-hosted": true,
} as const satisfies Readonly<Record<Edition | "all", true>>;
