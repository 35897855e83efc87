import { t } from "../../ui/words.ts";
import { isDay } from "../idle.ts";
import { usePage } from "../page-context.ts";

/** Any day since when nobody has pushed. */
export function IdleDay() {
  const { place, go, now } = usePage();
  const { idle } = place.filters;
  return (
    <label class="day">
      <span>{t("idleSinceDay")}</span>
      <input
        type="date"
        max={new Date(now).toISOString().slice(0, 10)}
        value={idle !== undefined && isDay(idle) ? idle : ""}
        onChange={({ currentTarget: { value } }) => {
          if (value === "" || isDay(value)) go({ filters: { idle: value === "" ? undefined : value } });
        }}
      />
    </label>
  );
}
