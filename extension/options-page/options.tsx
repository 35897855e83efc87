import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { Word } from "../locales/words.ts";
import { t } from "../ui/words.ts";
import { Accounts } from "./accounts/accounts.tsx";
import { LockedBanner } from "./locked-banner.tsx";
import { Backup } from "./settings/backup.tsx";
import { Controls } from "./settings/controls.tsx";
import { Look } from "./settings/look.tsx";
import { Privacy } from "./settings/privacy.tsx";
import { Security } from "./settings/security.tsx";
import { Shortcuts } from "./settings/shortcuts.tsx";
import { Told } from "./told.tsx";
import { type Options, useOptions } from "./use-options.ts";

interface Section {
  readonly id: string;
  readonly name: Word;
  readonly Face: ComponentType<{ readonly options: Options }>;
}

const SECTIONS: readonly [Section, ...Section[]] = [
  { id: "accounts", name: "sectionAccounts", Face: Accounts },
  { id: "controls", name: "sectionControls", Face: Controls },
  { id: "shortcuts", name: "sectionShortcuts", Face: Shortcuts },
  { id: "look", name: "sectionLook", Face: Look },
  { id: "security", name: "sectionSecurity", Face: Security },
  { id: "backup", name: "sectionBackup", Face: Backup },
  { id: "privacy", name: "sectionPrivacy", Face: Privacy },
];

const sectionNow = (): Section => SECTIONS.find(({ id }) => location.hash === `#${id}`) ?? SECTIONS[0];

/** The options: a section at a time, named in the address. */
export function OptionsPage() {
  const { options, outcome } = useOptions();
  const [section, setSection] = useState(sectionNow);
  const clear = options?.clear;
  useEffect(() => {
    const follow = () => {
      setSection(sectionNow());
      clear?.();
      scrollTo(0, 0);
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [clear]);
  // With the heading: behind another tab, what comes after drawing comes late.
  useLayoutEffect(() => {
    document.title = `${t(section.name)} – ${t("optionsTitle")}`;
  });
  if (!options) return <Told outcome={outcome} />;
  const { Face } = section;
  return (
    <div class="frame">
      <header>
        <h1>
          <img src="/icon/48.png" width="28" height="28" alt="" />
          Forgehand
        </h1>
        <nav aria-label={t("optionsTitle")}>
          <ul>
            {SECTIONS.map(({ id, name }) => (
              <li key={id}>
                <a href={`#${id}`} aria-current={id === section.id ? "page" : undefined}>
                  {t(name)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main aria-labelledby="section">
        <h2 id="section">{t(section.name)}</h2>
        {options.lock === "locked" && <LockedBanner options={options} />}
        <Face key={section.id} options={options} />
        <Told outcome={outcome} />
      </main>
    </div>
  );
}
