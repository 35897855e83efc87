import type { SavedFilter } from "../../lists/saved-filter.ts";
import { t } from "../../locales/i18n.ts";
import { removeFilter, saveFilters } from "../change-user-data.ts";
import { CrossIcon, PencilIcon } from "../icons.tsx";
import { parseRoute } from "../lists-route.ts";
import { useListsPage } from "../page-context.ts";
import { RouteLink } from "../route-link.tsx";
import { isWorthSaving, routeOfQuery, routeQuery } from "./route-query.ts";

/**
 * Links to the account's saved filters, and a button that saves the current ones.
 * @param edit opens the dialog for a saved filter's name, or for a new one
 */
export function SavedFilters({ edit }: { readonly edit: (filter: SavedFilter | "new") => void }) {
  const { live, route, notify } = useListsPage();
  const { savedFilters } = live;
  const current = routeQuery(route);
  const canSave = isWorthSaving(route) && !savedFilters.some(({ query }) => normalizeQuery(query) === current);
  if (savedFilters.length === 0 && !canSave) return null;
  const fail = () => notify(t("annotationNotSaved"));
  const remove = (filter: SavedFilter) => {
    const restore = () => void saveFilters(filter.account, [filter]).catch(fail);
    removeFilter(filter).then(() => notify(t("filterDeleted", filter.name), restore), fail);
  };
  return (
    <nav class="saved-filters" aria-label={t("savedFilters")}>
      <h2>{t("savedFilters")}</h2>
      <ul>
        {savedFilters.map((filter) => (
          <li key={filter.id}>
            <RouteLink
              to={routeOfQuery(filter.query)}
              current={normalizeQuery(filter.query) === current}
              class="choice"
            >
              <span>{filter.name}</span>
            </RouteLink>
            <button
              type="button"
              class="bare"
              aria-label={t("renameFilter", filter.name)}
              title={t("renameFilter", filter.name)}
              onClick={() => edit(filter)}
            >
              <PencilIcon />
            </button>
            <button
              type="button"
              class="bare"
              aria-label={t("deleteFilter", filter.name)}
              title={t("deleteFilter", filter.name)}
              onClick={() => remove(filter)}
            >
              <CrossIcon />
            </button>
          </li>
        ))}
      </ul>
      {canSave && (
        <button type="button" class="more" onClick={() => edit("new")}>
          {t("saveFilters")}
        </button>
      )}
    </nav>
  );
}

/** The query as this version formats it. */
function normalizeQuery(query: string): string {
  return routeQuery(parseRoute(query));
}
