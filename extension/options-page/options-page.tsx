import type { ComponentType } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { t } from "../locales/i18n.ts";
import type { TextKey } from "../locales/text-keys.ts";
import { Alert } from "../ui/alert.tsx";
import { useSignalEffect } from "../ui/use-signal-effect.ts";
import { Accounts } from "./accounts/accounts.tsx";
import { LockedBanner } from "./locked-banner.tsx";
import { Appearance } from "./settings/appearance.tsx";
import { Backup } from "./settings/backup.tsx";
import { Controls } from "./settings/controls.tsx";
import { Privacy } from "./settings/privacy.tsx";
import { Security } from "./settings/security.tsx";
import { Shortcuts } from "./settings/shortcuts.tsx";
import { type ActionOutcome, type OptionsState, useOptions } from "./use-options.ts";

interface OptionsSection {
  readonly id: string;
  readonly name: TextKey;
  readonly Content: ComponentType<{ readonly options: OptionsState }>;
}

const SECTIONS: readonly [OptionsSection, ...OptionsSection[]] = [
  { id: "accounts", name: "sectionAccounts", Content: Accounts },
  { id: "controls", name: "sectionControls", Content: Controls },
  { id: "shortcuts", name: "sectionShortcuts", Content: Shortcuts },
  { id: "look", name: "sectionLook", Content: Appearance },
  { id: "security", name: "sectionSecurity", Content: Security },
  { id: "backup", name: "sectionBackup", Content: Backup },
  { id: "privacy", name: "sectionPrivacy", Content: Privacy },
];

const currentSection = (): OptionsSection => SECTIONS.find(({ id }) => location.hash === `#${id}`) ?? SECTIONS[0];

/** The options page; the section is part of the URL. */
export function OptionsPage() {
  const { options, outcome } = useOptions();
  const [section, setSection] = useState(currentSection);
  const clear = options?.clear;
  useSignalEffect(
    (signal) => {
      const onHashChange = () => {
        setSection(currentSection());
        clear?.();
        scrollTo(0, 0);
      };
      addEventListener("hashchange", onHashChange, { signal });
    },
    [clear],
  );
  // A layout effect updates the title together with the heading. Other effects run late in background tabs.
  useLayoutEffect(() => {
    document.title = `${t(section.name)} – ${t("optionsTitle")}`;
  });
  if (!options) return <OutcomeMessage outcome={outcome} />;
  const { Content } = section;
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
        <Content key={section.id} options={options} />
        <OutcomeMessage outcome={outcome} />
      </main>
    </div>
  );
}

/** Result of the last action; stays visible on long pages. */
function OutcomeMessage({ outcome: { done, problem } }: { readonly outcome: ActionOutcome }) {
  return (
    <div class="told">
      <p role="status">{done}</p>
      <Alert text={problem} />
    </div>
  );
}
