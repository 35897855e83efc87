import type { ComponentChildren } from "preact";
import type { Watch } from "../../messages/states.ts";
import { t } from "../../ui/words.ts";
import type { Facets, YesNo } from "../facets.ts";
import { isSpan, SPANS } from "../idle.ts";
import { watchWord } from "../table/row.tsx";
import { Choice } from "./choice.tsx";
import { idleWord } from "./filter-words.ts";
import { IdleDay } from "./idle-day.tsx";
import { NameFacet } from "./name-facet.tsx";

const WATCHES = ["watching", "ignoring", "not watching", "unknown"] as const satisfies readonly (Watch | "unknown")[];

/** Everything that narrows the list down, and how many each choice would leave. */
export function FilterPanel({ facets }: { readonly facets: Facets }) {
  return (
    <>
      <Group title={t("columnStar")}>
        <Choice name="starred" value={true} count={facets.starred.yes} text={t("starred")} />
        <Choice name="starred" value={false} count={facets.starred.no} text={t("notStarred")} />
        <Choice name="starred" value="unknown" count={facets.starred.unknown} text={t("unknown")} hides />
      </Group>
      <Group title={t("columnWatch")}>
        {WATCHES.map((watch) => (
          <Choice
            key={watch}
            name="watch"
            value={watch}
            count={facets.watch[watch]}
            text={watchWord(watch === "unknown" ? null : watch)}
            hides={watch === "unknown"}
          />
        ))}
      </Group>
      <Group title={t("filterIdle")}>
        {SPANS.filter(isSpan).map((span) => (
          <Choice key={span} name="idle" value={span} count={facets.idle[span]} text={idleWord(span)} />
        ))}
        <IdleDay />
      </Group>
      <Group title={t("filterKind")}>
        <Pair name="archived" counts={facets.archived} yes={t("markArchived")} no={t("notArchived")} />
        <Pair name="fork" counts={facets.fork} yes={t("forks")} no={t("notForks")} />
        <Pair name="private" counts={facets.private} yes={t("markPrivate")} no={t("publicOnes")} />
        <Choice name="missing" value={true} count={facets.missing} text={t("markGone")} hides />
      </Group>
      <NameFacet name="language" title={t("columnLanguage")} groups={facets.languages} />
      <NameFacet name="owner" title={t("owner")} groups={facets.owners} />
    </>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <fieldset>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

function Pair({
  name,
  counts,
  yes,
  no,
}: {
  readonly name: "archived" | "fork" | "private";
  readonly counts: YesNo;
  readonly yes: string;
  readonly no: string;
}) {
  return (
    <div class="pair">
      <Choice name={name} value={true} count={counts.yes} text={yes} />
      <Choice name={name} value={false} count={counts.no} text={no} />
    </div>
  );
}
