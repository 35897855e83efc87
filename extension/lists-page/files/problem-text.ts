import type { FileProblem, FileProblemKind } from "../../lists/files/parse-file.ts";
import { t } from "../../locales/i18n.ts";
import type { TextKey } from "../../locales/text-keys.ts";

const PROBLEM_TEXTS = {
  "invalid-json": "fileNoJson",
  "missing-list": "fileNoList",
  "missing-column": "fileNoColumn",
  "unclosed-quote": "fileUnclosedQuote",
  "invalid-repository": "fileNoRepository",
  "other-host": "fileOtherHost",
  "invalid-star": "fileNoStar",
  "invalid-watch": "fileNoWatch",
  "invalid-tag": "fileTag",
  "too-many-tags": "fileTooManyTags",
  "invalid-note": "fileNote",
  "invalid-filter": "fileFilter",
  duplicate: "fileTwice",
  empty: "fileEmpty",
} as const satisfies Readonly<Record<FileProblemKind, TextKey>>;

/** Translates a problem in a file, with its line. */
export function problemText({ line, kind, value }: FileProblem): string {
  return t("fileLine", line, t(PROBLEM_TEXTS[kind], value));
}
