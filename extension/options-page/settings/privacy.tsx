import { t } from "../../locales/i18n.ts";
import type { TextKey } from "../../locales/text-keys.ts";

const STORED_DATA = [
  ["keptTokens", "keptTokensWhere"],
  ["keptSettings", "keptSettingsWhere"],
  ["keptKnown", "keptKnownWhere"],
  ["keptLists", "keptListsWhere"],
  ["keptSession", "keptSessionWhere"],
] as const satisfies readonly (readonly [TextKey, TextKey])[];

/** Describes which data is stored where, and which is sent. */
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
          {STORED_DATA.map(([name, location]) => (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd>{t(location)}</dd>
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
