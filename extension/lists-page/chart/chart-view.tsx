import { useMemo, useState } from "preact/hooks";
import { reasonText } from "../../lists/reason-text.ts";
import { t, tn } from "../../locales/i18n.ts";
import { EmptyState } from "../empty-state.tsx";
import { useListsPage } from "../page-context.ts";
import { Bars } from "./bars.tsx";
import { buildChart } from "./build-chart.ts";
import { ChartTable } from "./chart-table.tsx";
import { Legend } from "./legend.tsx";

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
