import { browser } from "wxt/browser";
import { t } from "../../locales/i18n.ts";
import type { ReviewAlert } from "../../settings.ts";
import { FormError, type OptionsState } from "../use-options.ts";
import { Toggle } from "./toggle.tsx";

/** Switches for the badge and for notifications, which need a permission. */
export function ReviewAlerts({ options: { settings, change, run } }: { readonly options: OptionsState }) {
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
