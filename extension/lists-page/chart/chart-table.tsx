import { ACTIVITIES } from "../../lists/groups.ts";
import { formatNumber, t } from "../../locales/i18n.ts";
import { activityText } from "../filters/filter-texts.ts";
import { useListsPage } from "../page-context.ts";
import { RouteLink } from "../route-link.tsx";
import type { ActivityCounts, ChartRow } from "./build-chart.ts";
import { chartLink } from "./chart-link.ts";

export function ChartTable({
  rows,
  totals,
  count,
}: {
  readonly rows: readonly ChartRow[];
  readonly totals: ActivityCounts;
  readonly count: number;
}) {
  const { route } = useListsPage();
  const countCell = (count: number, part: Parameters<typeof chartLink>[1]) =>
    count === 0 ? <span class="dim">0</span> : <RouteLink to={chartLink(route, part)}>{formatNumber(count)}</RouteLink>;
  return (
    <div class="scrolls">
      <table>
        <thead>
          <tr>
            <th scope="col">{t("owner")}</th>
            {ACTIVITIES.map((activity) => (
              <th key={activity} scope="col">
                {activityText(activity)}
              </th>
            ))}
            <th scope="col">{t("inAll")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ owner, parts, count }) => (
            <tr key={owner}>
              <th scope="row">{owner}</th>
              {ACTIVITIES.map((activity) => (
                <td key={activity}>{countCell(parts[activity], { owner, activity })}</td>
              ))}
              <td>{countCell(count, { owner })}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("inAll")}</th>
            {ACTIVITIES.map((activity) => (
              <td key={activity}>{countCell(totals[activity], { activity })}</td>
            ))}
            <td>{formatNumber(count)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
