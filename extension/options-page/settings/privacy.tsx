import type { Word } from "../../locales/words.ts";
import { t } from "../../ui/words.ts";

const KEPT = [
  ["keptTokens", "keptTokensWhere"],
  ["keptSettings", "keptSettingsWhere"],
  ["keptKnown", "keptKnownWhere"],
  ["keptLists", "keptListsWhere"],
  ["keptSession", "keptSessionWhere"],
] as const satisfies readonly (readonly [Word, Word])[];

/** What is kept where, and what leaves. */
export function Privacy() {
  return (
    <>
      <p class="lead">{t("privacyLead")}</p>
      <section class="panel" aria-labelledby="leaves">
        <h3 id="leaves">{t("leavesTitle")}</h3>
        <p>{t("leavesMeans")}</p>
        <p>{t("leavesNever")}</p>
      </section>
      <section class="panel" aria-labelledby="kept">
        <h3 id="kept">{t("keptTitle")}</h3>
        <dl class="kept">
          {KEPT.map(([what, where]) => (
            <div key={what}>
              <dt>{t(what)}</dt>
              <dd>{t(where)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section class="panel" aria-labelledby="asked">
        <h3 id="asked">{t("permissionsTitle")}</h3>
        <p>{t("permissionsMeans")}</p>
      </section>
    </>
  );
}
