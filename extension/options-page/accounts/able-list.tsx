import type { Word } from "../../locales/words.ts";
import type { Able } from "../../messages/accounts.ts";
import { t } from "../../ui/words.ts";

const NAMES = {
  star: "ableStar",
  watch: "ableWatch",
  "review-request": "ableReviews",
  lists: "ableLists",
  bulk: "ableBulk",
} as const satisfies Record<Able["ability"], Word>;

const ANSWERS = {
  yes: { word: "ableYes", sign: "✓" },
  partly: { word: "ablePartly", sign: "◐" },
  no: { word: "ableNo", sign: "✕" },
  unknown: { word: "ableUnknown", sign: "?" },
} as const satisfies Record<Able["answer"], { word: Word; sign: string }>;

/** What will work with a token, one line each, with what is missing. */
export function AbleList({ able }: { readonly able: readonly Able[] }) {
  return (
    <ul class="able">
      {able.map(({ ability, answer, notes }) => (
        <li key={ability}>
          <span class={`sign ${answer}`} aria-hidden="true">
            {ANSWERS[answer].sign}
          </span>
          <div>
            <strong>{t(NAMES[ability])}</strong> <span class={`answer ${answer}`}>{t(ANSWERS[answer].word)}</span>
            {notes.map((note) => (
              <small key={note}>{note}</small>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
