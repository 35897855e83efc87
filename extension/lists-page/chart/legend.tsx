import { ACTIVITIES } from "../../lists/groups.ts";
import { formatNumber, t } from "../../locales/i18n.ts";
import { activityText } from "../filters/filter-texts.ts";
import { useListsPage } from "../page-context.ts";
import { RouteLink } from "../route-link.tsx";
import type { ActivityCounts } from "./build-chart.ts";
import { chartLink } from "./chart-link.ts";

/** The meaning of the colors, with totals. */
export function Legend({ totals }: { readonly totals: ActivityCounts }) {
  const { route } = useListsPage();
  return (
    <ul class="legend" aria-label={t("lastPush")}>
      {ACTIVITIES.map((activity) => (
        <li key={activity}>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <rect width="10" height="10" rx="2" data-activity={activity} />
          </svg>
          {totals[activity] > 0 ? (
            <RouteLink to={chartLink(route, { activity })}>{activityText(activity)}</RouteLink>
          ) : (
            <span>{activityText(activity)}</span>
          )}
          <span class="count">{formatNumber(totals[activity])}</span>
        </li>
      ))}
    </ul>
  );
}
