import { ACTIVITIES } from "../../lists/groups.ts";
import { numberOf, t } from "../../ui/words.ts";
import { activityWord } from "../filters/filter-words.ts";
import { usePage } from "../page-context.ts";
import { PlaceLink } from "../place-link.tsx";
import { chartLink } from "./chart-link.ts";
import type { ByActivity } from "./chart-rows.ts";

/** What the colours mean, and how many there are of each. */
export function Legend({ totals }: { readonly totals: ByActivity }) {
  const { place } = usePage();
  return (
    <ul class="legend" aria-label={t("lastPush")}>
      {ACTIVITIES.map((activity) => (
        <li key={activity}>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <rect width="10" height="10" rx="2" data-activity={activity} />
          </svg>
          {totals[activity] > 0 ? (
            <PlaceLink to={chartLink(place, { activity })}>{activityWord(activity)}</PlaceLink>
          ) : (
            <span>{activityWord(activity)}</span>
          )}
          <span class="count">{numberOf(totals[activity])}</span>
        </li>
      ))}
    </ul>
  );
}
