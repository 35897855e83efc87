import type { TokenKind } from "@forgehand/core";
import type { Word } from "../locales/words.ts";

const WORDS = {
  classic: "kindClassic",
  oauth: "kindOauth",
  "fine-grained": "kindFineGrained",
  "user-access": "kindUserAccess",
  installation: "kindInstallation",
  workflow: "kindWorkflow",
  app: "kindApp",
  anonymous: "kindUnknown",
} as const satisfies Record<TokenKind, Word>;

/** What a kind of token is called; null: nobody knows. */
export function kindWord(kind: TokenKind | null): Word {
  return kind === null ? "kindUnknown" : WORDS[kind];
}
