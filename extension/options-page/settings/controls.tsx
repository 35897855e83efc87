import { t } from "../../locales/i18n.ts";
import type { TextKey } from "../../locales/text-keys.ts";
import { CONTROLS } from "../../model/controls.ts";
import { CONTROL_SWITCHES, type ControlSwitch } from "../../settings.ts";
import { callWorker } from "../../ui/call-worker.ts";
import { PolicyProblem } from "../policy-problem.tsx";
import type { OptionsState } from "../use-options.ts";
import { ReviewAlerts } from "./review-alerts.tsx";
import { Toggle } from "./toggle.tsx";

export const SWITCH_TEXTS: Readonly<Record<ControlSwitch, { readonly name: TextKey; readonly description: TextKey }>> =
  {
    ...CONTROLS,
    rows: { name: "switchRows", description: "switchRowsMeans" },
  };

export function Controls({ options }: { readonly options: OptionsState }) {
  const { settings, policy, hiddenTabs, busy, change, run } = options;
  const showTab = (origin: string) =>
    run(async () => {
      await callWorker("show-tab", { origin });
      return t("settingSaved");
    });
  return (
    <>
      <p class="lead">{t("controlsLead")}</p>
      <PolicyProblem policy={policy} />
      <div class="panel switches">
        {CONTROL_SWITCHES.map((control) => {
          const isEnforced = policy.controlsOff.includes(control);
          return (
            <Toggle
              key={control}
              name={t(SWITCH_TEXTS[control].name)}
              description={t(SWITCH_TEXTS[control].description)}
              isEnforced={isEnforced}
              isOn={settings.controls[control] && !isEnforced}
              onChange={(on) => void change({ ...settings, controls: { ...settings.controls, [control]: on } })}
            />
          );
        })}
      </div>
      {hiddenTabs.map((origin) => (
        <p key={origin} class="note">
          {t("tabHiddenOn", new URL(origin).host)}
          <button type="button" disabled={busy} onClick={() => void showTab(origin)}>
            {t("showTab")}
          </button>
        </p>
      ))}
      <ReviewAlerts options={options} />
    </>
  );
}
