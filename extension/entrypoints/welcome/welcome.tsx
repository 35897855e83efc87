import type { Word } from "../../locales/words.ts";
import { t } from "../../ui/words.ts";

const STEPS = [
  ["welcomeMake", "welcomeMakeMeans"],
  ["welcomeGive", "welcomeGiveMeans"],
  ["welcomeUse", "welcomeUseMeans"],
] as const satisfies readonly (readonly [Word, Word])[];

/** What to do first, once. */
export function Welcome() {
  return (
    <main>
      <img src="/icon/96.png" width="64" height="64" alt="" />
      <h1>{t("welcomeTitle")}</h1>
      <p class="lead">{t("description")}</p>
      <ol>
        {STEPS.map(([what, how]) => (
          <li key={what}>
            <div>
              <h2>{t(what)}</h2>
              <p>{t(how)}</p>
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
