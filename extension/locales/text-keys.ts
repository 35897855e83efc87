import type jobs from "./en/jobs.json";
import type lists from "./en/lists.json";
import type manifest from "./en/manifest.json";
import type options from "./en/options.json";
import type overlay from "./en/overlay.json";
import type popup from "./en/popup.json";
import type problems from "./en/problems.json";
import type reviewers from "./en/reviewers.json";
import type rows from "./en/rows.json";

/** Keys of all texts, as defined by the English locale files. */
export type TextKey = keyof (typeof jobs &
  typeof lists &
  typeof manifest &
  typeof options &
  typeof overlay &
  typeof popup &
  typeof problems &
  typeof reviewers &
  typeof rows);

/** Keys of texts with plural forms, without the suffixes `_one` and `_other`. */
export type PluralTextKey = TextKey extends infer W ? (W extends `${infer Stem}_other` ? Stem : never) : never;

declare module "wxt/browser" {
  interface WxtI18n {
    getMessage(key: TextKey, values?: string[]): string;
  }
}
