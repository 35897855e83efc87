import { useMemo } from "preact/hooks";
import { formatNumber, t } from "../../locales/i18n.ts";
import type { TextKey } from "../../locales/text-keys.ts";
import { applyFilters } from "../apply-filters.ts";
import { type ListsFilters, NO_FILTERS } from "../lists-route.ts";
import { useListsPage } from "../page-context.ts";
import { RouteLink } from "../route-link.tsx";

/** Filter presets for common clean-up tasks. */
const PRESETS: readonly { readonly name: TextKey; readonly filters: Partial<ListsFilters> }[] = [
  { name: "tidyNotStarred", filters: { watch: "watching", starred: false } },
  { name: "tidyArchived", filters: { watch: "watching", archived: true } },
  { name: "tidyIdle", filters: { watch: "watching", idle: "2y" } },
  { name: "tidyStarredIdle", filters: { starred: true, idle: "5y" } },
];

const fullFilters = (filters: Partial<ListsFilters>): ListsFilters => ({ ...NO_FILTERS, ...filters });

/** Links to the presets that match any entries. */
export function Tidying() {
  const { live, now, route } = useListsPage();
  const counts = useMemo(() => {
    const entries = [...live.entries.values()];
    return new Map(PRESETS.map(({ name, filters }) => [name, applyFilters(entries, fullFilters(filters), now).length]));
  }, [live.entries, now]);
  const presets = PRESETS.map(({ name, filters }) => {
    const all = fullFilters(filters);
    const isActive = JSON.stringify(all) === JSON.stringify(route.filters);
    return { name, filters: all, isActive, count: counts.get(name) ?? 0 };
  }).filter(({ count, isActive }) => count > 0 || isActive);
  if (presets.length === 0) return null;
  return (
    <nav class="tidying" aria-label={t("tidyUp")}>
      <h2>{t("tidyUp")}</h2>
      <ul>
        {presets.map(({ name, filters, isActive, count }) => (
          <li key={name}>
            <RouteLink to={{ filters }} current={isActive} class="choice">
              <span>{t(name)}</span>
              <span class="count">{formatNumber(count)}</span>
            </RouteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
