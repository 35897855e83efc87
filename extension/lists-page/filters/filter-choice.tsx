import { formatNumber } from "../../locales/i18n.ts";
import type { ListsFilters } from "../lists-route.ts";
import { useListsPage } from "../page-context.ts";

/** A filter choice; each click toggles it. */
export function FilterChoice<K extends keyof ListsFilters>({
  name,
  value,
  text,
  count,
  hideIfEmpty = false,
}: {
  readonly name: K;
  readonly value: Exclude<ListsFilters[K], undefined>;
  readonly text: string;
  readonly count: number;
  /** Whether it is hidden if it matches nothing. */
  readonly hideIfEmpty?: boolean;
}) {
  const { route, navigate } = useListsPage();
  const isOn = route.filters[name] === value;
  if (hideIfEmpty && count === 0 && !isOn) return null;
  return (
    <button
      type="button"
      class="choice"
      aria-pressed={isOn}
      onClick={() => navigate({ filters: { [name]: isOn ? undefined : value } })}
    >
      <span>{text}</span>
      <span class="count">{formatNumber(count)}</span>
    </button>
  );
}
