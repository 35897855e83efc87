import { t } from "../../locales/i18n.ts";
import type { TextKey } from "../../locales/text-keys.ts";
import type { AbilityReport } from "../../messages/accounts.ts";
import { CONTROL_IDS, CONTROLS } from "../../model/controls.ts";
import { recordOf } from "../../model/record-of.ts";

export const ABILITY_NAMES: Readonly<Record<AbilityReport["ability"], TextKey>> = {
  ...recordOf(CONTROL_IDS, (id) => CONTROLS[id].name),
  lists: "ableLists",
  bulk: "ableBulk",
};

const ANSWER_TEXTS = {
  yes: { textKey: "ableYes", sign: "✓" },
  partly: { textKey: "ablePartly", sign: "◐" },
  no: { textKey: "ableNo", sign: "✕" },
  unknown: { textKey: "ableUnknown", sign: "?" },
} as const satisfies Record<AbilityReport["answer"], { textKey: TextKey; sign: string }>;

/** Whether a token enables each feature, one feature per line, with notes. */
export function AbilityList({ abilities }: { readonly abilities: readonly AbilityReport[] }) {
  return (
    <ul class="able">
      {abilities.map(({ ability, answer, notes }) => (
        <li key={ability}>
          <span class={`sign ${answer}`} aria-hidden="true">
            {ANSWER_TEXTS[answer].sign}
          </span>
          <div>
            <strong>{t(ABILITY_NAMES[ability])}</strong>{" "}
            <span class={`answer ${answer}`}>{t(ANSWER_TEXTS[answer].textKey)}</span>
            {notes.map((note) => (
              <small key={note}>{note}</small>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
