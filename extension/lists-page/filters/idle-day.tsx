import { t } from "../../locales/i18n.ts";
import { isDay } from "../idle.ts";
import { useListsPage } from "../page-context.ts";

export function IdleDay() {
  const { route, navigate, now } = useListsPage();
  const { idle } = route.filters;
  return (
    <label class="day">
      <span>{t("idleSinceDay")}</span>
      <input
        type="date"
        max={new Date(now).toISOString().slice(0, 10)}
        value={idle !== undefined && isDay(idle) ? idle : ""}
        onChange={({ currentTarget: { value } }) => {
          if (value === "" || isDay(value)) navigate({ filters: { idle: value === "" ? undefined : value } });
        }}
      />
    </label>
  );
}
