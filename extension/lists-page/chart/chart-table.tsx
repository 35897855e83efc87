import { ACTIVITIES } from "../../lists/groups.ts";
import { numberOf, t } from "../../ui/words.ts";
import { activityWord } from "../filters/filter-words.ts";
import { usePage } from "../page-context.ts";
import { PlaceLink } from "../place-link.tsx";
import { chartLink } from "./chart-link.ts";
import type { ByActivity, ChartRow } from "./chart-rows.ts";

/** The chart in numbers. */
export function ChartTable({
  rows,
  totals,
  count,
}: {
  readonly rows: readonly ChartRow[];
  readonly totals: ByActivity;
  readonly count: number;
}) {
  const { place } = usePage();
  const number = (count: number, part: Parameters<typeof chartLink>[1]) =>
    count === 0 ? <span class="dim">0</span> : <PlaceLink to={chartLink(place, part)}>{numberOf(count)}</PlaceLink>;
  return (
    <div class="scrolls">
      <table>
        <thead>
          <tr>
            <th scope="col">{t("owner")}</th>
            {ACTIVITIES.map((activity) => (
              <th key={activity} scope="col">
                {activityWord(activity)}
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
                <td key={activity}>{number(parts[activity], { owner, activity })}</td>
              ))}
              <td>{number(count, { owner })}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("inAll")}</th>
            {ACTIVITIES.map((activity) => (
              <td key={activity}>{number(totals[activity], { activity })}</td>
            ))}
            <td>{numberOf(count)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
