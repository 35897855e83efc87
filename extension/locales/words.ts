import type jobs from "./en/jobs.json";
import type lists from "./en/lists.json";
import type manifest from "./en/manifest.json";
import type options from "./en/options.json";
import type overlay from "./en/overlay.json";
import type popup from "./en/popup.json";
import type problems from "./en/problems.json";
import type reviewers from "./en/reviewers.json";
import type rows from "./en/rows.json";

/** Every text that Forgehand has, by its key: a file an area, a folder a language. English says which there are. */
export type Word = keyof (typeof jobs &
  typeof lists &
  typeof manifest &
  typeof options &
  typeof overlay &
  typeof popup &
  typeof problems &
  typeof reviewers &
  typeof rows);

/** The texts that count: what comes before `_one` and `_other`. */
export type Counting = Word extends infer W ? (W extends `${infer Stem}_other` ? Stem : never) : never;

declare module "wxt/browser" {
  interface WxtI18n {
    getMessage(word: Word, values?: string[]): string;
  }
}
