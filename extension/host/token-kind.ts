import type { TokenKind } from "@forgehand/core";
import type { TextKey } from "../locales/text-keys.ts";

const KIND_TEXTS = {
  classic: "kindClassic",
  oauth: "kindOauth",
  "fine-grained": "kindFineGrained",
  "user-access": "kindUserAccess",
  installation: "kindInstallation",
  workflow: "kindWorkflow",
  app: "kindApp",
  anonymous: "kindUnknown",
} as const satisfies Record<TokenKind, TextKey>;

/** Text key for a kind of token; null means unknown. */
export function tokenKindText(kind: TokenKind | null): TextKey {
  return kind === null ? "kindUnknown" : KIND_TEXTS[kind];
}
