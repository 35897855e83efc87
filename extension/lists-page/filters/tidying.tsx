import type { Word } from "../../locales/words.ts";
import { numberOf, t } from "../../ui/words.ts";
import { matching } from "../matching.ts";
import { usePage } from "../page-context.ts";
import { type Filters, NO_FILTERS } from "../place.ts";
import { PlaceLink } from "../place-link.tsx";

/** What people come for, each a place of its own. */
const VIEWS: readonly { readonly word: Word; readonly filters: Partial<Filters> }[] = [
  { word: "tidyNotStarred", filters: { watch: "watching", starred: false } },
  { word: "tidyArchived", filters: { watch: "watching", archived: true } },
  { word: "tidyIdle", filters: { watch: "watching", idle: "2y" } },
  { word: "tidyStarredIdle", filters: { starred: true, idle: "5y" } },
];

/** Ways to begin with tidying up, as links. */
export function Tidying() {
  const { live, now, place } = usePage();
  const entries = [...live.entries.values()];
  const ways = VIEWS.map(({ word, filters }) => {
    const all: Filters = { ...NO_FILTERS, ...filters };
    const isHere = JSON.stringify(all) === JSON.stringify(place.filters);
    return { word, filters: all, isHere, count: matching(entries, all, now).length };
  }).filter(({ count, isHere }) => count > 0 || isHere);
  if (ways.length === 0) return null;
  return (
    <nav class="tidying" aria-label={t("tidyUp")}>
      <h2>{t("tidyUp")}</h2>
      <ul>
        {ways.map(({ word, filters, isHere, count }) => (
          <li key={word}>
            <PlaceLink to={{ filters }} current={isHere} class="choice">
              <span>{t(word)}</span>
              <span class="count">{numberOf(count)}</span>
            </PlaceLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
