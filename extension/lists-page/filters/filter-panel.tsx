import type { ComponentChildren } from "preact";
import { t } from "../../locales/i18n.ts";
import { type Facets, WATCH_CHOICES, type YesNoCounts } from "../count-facets.ts";
import { IDLE_SPANS, isDay, isSpan } from "../idle.ts";
import { useListsPage } from "../page-context.ts";
import { watchText } from "../table/repository-row.tsx";
import { FilterChoice } from "./filter-choice.tsx";
import { idleText } from "./filter-texts.ts";
import { NameFacet } from "./name-facet.tsx";

/** All filters, with the number of entries that each choice would leave. */
export function FilterPanel({ facets }: { readonly facets: Facets }) {
  return (
    <>
      <NameFacet name="tag" title={t("tags")} groups={facets.tags} />
      <FilterGroup title={t("columnStar")}>
        <FilterChoice name="starred" value={true} count={facets.starred.yes} text={t("starred")} />
        <FilterChoice name="starred" value={false} count={facets.starred.no} text={t("notStarred")} />
        <FilterChoice name="starred" value="unknown" count={facets.starred.unknown} text={t("unknown")} hideIfEmpty />
      </FilterGroup>
      <FilterGroup title={t("columnWatch")}>
        {WATCH_CHOICES.map((watch) => (
          <FilterChoice
            key={watch}
            name="watch"
            value={watch}
            count={facets.watch[watch]}
            text={watchText(watch === "unknown" ? null : watch)}
            hideIfEmpty={watch === "unknown"}
          />
        ))}
      </FilterGroup>
      <FilterGroup title={t("filterIdle")}>
        {IDLE_SPANS.filter(isSpan).map((span) => (
          <FilterChoice key={span} name="idle" value={span} count={facets.idle[span]} text={idleText(span)} />
        ))}
        <IdleDay />
      </FilterGroup>
      <FilterGroup title={t("filterKind")}>
        <ChoicePair name="archived" counts={facets.archived} yes={t("markArchived")} no={t("notArchived")} />
        <ChoicePair name="fork" counts={facets.fork} yes={t("forks")} no={t("notForks")} />
        <ChoicePair name="private" counts={facets.private} yes={t("markPrivate")} no={t("publicOnes")} />
        <FilterChoice name="missing" value={true} count={facets.missing} text={t("markGone")} hideIfEmpty />
      </FilterGroup>
      <NameFacet name="language" title={t("columnLanguage")} groups={facets.languages} />
      <NameFacet name="owner" title={t("owner")} groups={facets.owners} />
    </>
  );
}

function FilterGroup({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <fieldset>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

function ChoicePair({
  name,
  counts,
  yes,
  no,
}: {
  readonly name: "archived" | "fork" | "private";
  readonly counts: YesNoCounts;
  readonly yes: string;
  readonly no: string;
}) {
  return (
    <div class="pair">
      <FilterChoice name={name} value={true} count={counts.yes} text={yes} />
      <FilterChoice name={name} value={false} count={counts.no} text={no} />
    </div>
  );
}

function IdleDay() {
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
