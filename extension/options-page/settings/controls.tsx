import { browser } from "wxt/browser";
import { t } from "../../locales/i18n.ts";
import type { TextKey } from "../../locales/text-keys.ts";
import { CONTROLS } from "../../model/controls.ts";
import { CONTROL_SWITCHES, type ControlSwitch, type ReviewAlert } from "../../settings.ts";
import { PolicyProblem } from "../policy-problem.tsx";
import { FormError, type OptionsState } from "../use-options.ts";
import { Toggle } from "./toggle.tsx";

export const SWITCH_TEXTS: Readonly<Record<ControlSwitch, { readonly name: TextKey; readonly description: TextKey }>> =
  {
    ...CONTROLS,
    rows: { name: "switchRows", description: "switchRowsMeans" },
  };

export function Controls({ options }: { readonly options: OptionsState }) {
  const { settings, policy, hiddenTabs, busy, change, send } = options;
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
          <button type="button" disabled={busy} onClick={() => void send("show-tab", { origin }, t("settingSaved"))}>
            {t("showTab")}
          </button>
        </p>
      ))}
      <ReviewAlerts options={options} />
    </>
  );
}

/** Switches for the badge and for notifications, which need a permission. */
function ReviewAlerts({ options: { settings, change, run } }: { readonly options: OptionsState }) {
  const set = (alert: ReviewAlert, on: boolean) =>
    change({ ...settings, reviews: { ...settings.reviews, [alert]: on } });
  const setNotifications = async (on: boolean) => {
    if (!on) return set("notifications", false);
    // Must be the first await: browsers show the permission prompt only directly after a click.
    const granted = await browser.permissions.request({ permissions: ["notifications"] }).catch(() => false);
    if (granted) return set("notifications", true);
    await run(() => Promise.reject(new FormError(t("notificationsDenied"))));
    return undefined;
  };
  return (
    <>
      <p class="lead">{t("reviewAlertsLead")}</p>
      <div class="panel switches">
        <Toggle
          name={t("reviewBadge")}
          description={t("reviewBadgeMeans")}
          isOn={settings.reviews.badge}
          onChange={(on) => void set("badge", on)}
        />
        <Toggle
          name={t("reviewNotifications")}
          description={t("reviewNotificationsMeans")}
          isOn={settings.reviews.notifications}
          onChange={(on) => void setNotifications(on)}
        />
      </div>
    </>
  );
}
