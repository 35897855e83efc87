import { t } from "../../locales/i18n.ts";
import type { TextKey } from "../../locales/text-keys.ts";

const STEPS = [
  ["welcomeMake", "welcomeMakeMeans"],
  ["welcomeGive", "welcomeGiveMeans"],
  ["welcomeUse", "welcomeUseMeans"],
] as const satisfies readonly (readonly [TextKey, TextKey])[];

export function Welcome() {
  return (
    <main>
      <img src="/icon/96.png" width="64" height="64" alt="" />
      <h1>{t("welcomeTitle")}</h1>
      <p class="lead">{t("description")}</p>
      <ol>
        {STEPS.map(([title, description]) => (
          <li key={title}>
            <div>
              <h2>{t(title)}</h2>
              <p>{t(description)}</p>
            </div>
          </li>
        ))}
      </ol>
      <p>
        <a class="button primary" href="/options.html#accounts">
          {t("welcomeBegin")}
        </a>
      </p>
      <p class="dim">{t("welcomePrivacy")}</p>
    </main>
  );
}
