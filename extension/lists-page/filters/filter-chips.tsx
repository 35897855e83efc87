import { t } from "../../locales/i18n.ts";
import { CrossIcon } from "../icons.tsx";
import { useListsPage } from "../page-context.ts";
import { UNFILTERED } from "../use-route.ts";
import { filterTexts } from "./filter-texts.ts";

/** The active filters, each with a button that removes it. */
export function FilterChips() {
  const { route, navigate } = useListsPage();
  const activeFilters = filterTexts(route.filters).filter(([name]) => name !== "text");
  if (activeFilters.length === 0) return null;
  return (
    <ul class="chips" aria-label={t("filters")}>
      {activeFilters.map(([name, text]) => (
        <li key={name}>
          <button
            type="button"
            class="chip"
            aria-label={t("removeFilter", text)}
            onClick={() => navigate({ filters: { [name]: undefined } })}
          >
            {text}
            <CrossIcon />
          </button>
        </li>
      ))}
      <li>
        <button type="button" class="quiet" onClick={() => navigate(UNFILTERED)}>
          {t("clearFilters")}
        </button>
      </li>
    </ul>
  );
}
