import type { Edition } from "@forgehand/core/contract";

/** The editions to choose from; `all` has every operation, which none that is sold has. */
export const EDITIONS = {
  all: true,
  "github.com": true,
  "enterprise-cloud": true,
  "self-hosted": true,
} as const satisfies Readonly<Record<Edition | "all", true>>;
