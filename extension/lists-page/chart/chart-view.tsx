import { useMemo, useState } from "preact/hooks";
import { reasonText } from "../../lists/reason-words.ts";
import { t, tn } from "../../ui/words.ts";
import { Empty } from "../empty.tsx";
import { usePage } from "../page-context.ts";
import { Bars } from "./bars.tsx";
import { chartOf } from "./chart-rows.ts";
import { ChartTable } from "./chart-table.tsx";
import { Legend } from "./legend.tsx";

/** So many owners are drawn before somebody asks for all. */
const FEW = 20;

/** What somebody watches or stars, by whose it is and how much is going on there: each part leads to its list. */
export function ChartView() {
  const { live, now, place, go } = usePage();
  const { chartOf: of } = place;
  const [isTable, setTable] = useState(false);
  const [isAll, setAll] = useState(false);
  const chart = useMemo(() => {
    const is = of === "starred" ? ({ starred }: { starred: boolean | null }) => starred === true : undefined;
    return chartOf([...live.entries.values()].filter(is ?? (({ watch }) => watch === "watching")), now);
  }, [live.entries, of, now]);
  const rows = isAll ? chart.rows : chart.rows.slice(0, FEW);
  const why = live.gathering.whyNoWatch;
  return (
    <section class="chart" aria-labelledby="chart">
      <header>
        <h2 id="chart">{t(of === "watching" ? "chartWatching" : "chartStarred")}</h2>
        <fieldset class="switch">
          <legend class="unseen">{t("chartOf")}</legend>
          <button type="button" aria-pressed={of === "watching"} onClick={() => go({ chartOf: "watching" })}>
            {t("isWatched")}
          </button>
          <button type="button" aria-pressed={of === "starred"} onClick={() => go({ chartOf: "starred" })}>
            {t("starred")}
          </button>
        </fieldset>
        <button type="button" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {t("asTable")}
        </button>
      </header>
      {chart.count === 0 ? (
        <Empty
          title={t(of === "watching" ? "watchNothing" : "starNothing")}
          text={of === "watching" && why ? reasonText(why) : undefined}
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
          {chart.rows.length > FEW && (
            <button type="button" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
              {isAll ? t("showFewer") : t("showAll", chart.rows.length)}
            </button>
          )}
        </>
      )}
    </section>
  );
}
