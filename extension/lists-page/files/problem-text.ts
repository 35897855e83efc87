import type { FileProblem, FileProblemKind } from "../../lists/files/parse.ts";
import type { Word } from "../../locales/words.ts";
import { t } from "../../ui/words.ts";

const WORDS = {
  "no JSON": "fileNoJson",
  "no list": "fileNoList",
  "no column": "fileNoColumn",
  "unclosed quote": "fileUnclosedQuote",
  "no repository": "fileNoRepository",
  "no star": "fileNoStar",
  "no watch": "fileNoWatch",
  twice: "fileTwice",
  empty: "fileEmpty",
} as const satisfies Readonly<Record<FileProblemKind, Word>>;

/** What is wrong with a file, and on which line, in the person's language. */
export function problemText({ line, kind, value }: FileProblem): string {
  return t("fileLine", line, t(WORDS[kind], value));
}
