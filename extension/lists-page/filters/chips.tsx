import { t } from "../../ui/words.ts";
import { CrossIcon } from "../icons.tsx";
import { usePage } from "../page-context.ts";
import { UNFILTERED } from "../use-place.ts";
import { filterWords } from "./filter-words.ts";

/** What narrows the list down just now, each to be taken away. */
export function Chips() {
  const { place, go } = usePage();
  const words = filterWords(place.filters).filter(([name]) => name !== "text");
  if (words.length === 0) return null;
  return (
    <ul class="chips" aria-label={t("filters")}>
      {words.map(([name, text]) => (
        <li key={name}>
          <button
            type="button"
            class="chip"
            aria-label={t("removeFilter", text)}
            onClick={() => go({ filters: { [name]: undefined } })}
          >
            {text}
            <CrossIcon />
          </button>
        </li>
      ))}
      <li>
        <button type="button" class="quiet" onClick={() => go(UNFILTERED)}>
          {t("clearFilters")}
        </button>
      </li>
    </ul>
  );
}
