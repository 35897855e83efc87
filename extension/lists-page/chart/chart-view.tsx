import { useMemo, useState } from "preact/hooks";
import { ACTIVITIES } from "../../lists/groups.ts";
import { reasonText } from "../../lists/reason-text.ts";
import { formatNumber, t, tn } from "../../locales/i18n.ts";
import { EmptyState } from "../empty-state.tsx";
import { activityText } from "../filters/filter-texts.ts";
import { useListsPage } from "../page-context.ts";
import { RouteLink } from "../route-link.tsx";
import { Bars } from "./bars.tsx";
import { type ActivityCounts, buildChart } from "./build-chart.ts";
import { chartLink } from "./chart-link.ts";
import { ChartTable } from "./chart-table.tsx";

/** Number of owners shown before the user expands the chart. */
const INITIAL_ROWS = 20;

/** Chart of watched or starred repositories by owner and activity. Each part links to its list. */
export function ChartView() {
  const { live, now, route, navigate } = useListsPage();
  const { chartOf } = route;
  const [isTable, setTable] = useState(false);
  const [isAll, setAll] = useState(false);
  const chart = useMemo(() => {
    const starFilter =
      chartOf === "starred" ? ({ starred }: { starred: boolean | null }) => starred === true : undefined;
    return buildChart([...live.entries.values()].filter(starFilter ?? (({ watch }) => watch === "watching")), now);
  }, [live.entries, chartOf, now]);
  const rows = isAll ? chart.rows : chart.rows.slice(0, INITIAL_ROWS);
  const watchUnavailable = live.gathering.watchUnavailable;
  return (
    <section class="chart" aria-labelledby="chart">
      <header>
        <h2 id="chart">{t(chartOf === "watching" ? "chartWatching" : "chartStarred")}</h2>
        <fieldset class="switch">
          <legend class="unseen">{t("chartOf")}</legend>
          <button type="button" aria-pressed={chartOf === "watching"} onClick={() => navigate({ chartOf: "watching" })}>
            {t("isWatched")}
          </button>
          <button type="button" aria-pressed={chartOf === "starred"} onClick={() => navigate({ chartOf: "starred" })}>
            {t("starred")}
          </button>
        </fieldset>
        <button type="button" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {t("asTable")}
        </button>
      </header>
      {chart.count === 0 ? (
        <EmptyState
          title={t(chartOf === "watching" ? "watchNothing" : "starNothing")}
          text={chartOf === "watching" && watchUnavailable ? reasonText(watchUnavailable) : undefined}
        />
      ) : (
        <>
          <p class="dim">{tn("chartMeans", chart.count)}</p>
          {isTable ? (
            <ChartTable rows={rows} totals={chart.totals} count={chart.count} />
          ) : (
            <>
              <Legend totals={chart.totals} />
              <Bars rows={rows} />
            </>
          )}
          {chart.rows.length > INITIAL_ROWS && (
            <button type="button" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
              {isAll ? t("showFewer") : t("showAll", chart.rows.length)}
            </button>
          )}
        </>
      )}
    </section>
  );
}

/** The meaning of the colors, with totals. */
function Legend({ totals }: { readonly totals: ActivityCounts }) {
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
