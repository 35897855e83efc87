import { useState } from "preact/hooks";
import type { EntryGroup } from "../../lists/groups.ts";
import { t } from "../../locales/i18n.ts";
import { useListsPage } from "../page-context.ts";
import { FilterChoice } from "./filter-choice.tsx";

/** Number of choices shown before the user expands the list. */
const INITIAL_CHOICES = 6;
/** Maximum number of choices shown; the others are found by searching. */
const MAX_CHOICES = 60;

/** Filter by language, owner or tag, largest group first. The active choice is always shown. */
export function NameFacet({
  name,
  title,
  groups,
}: {
  readonly name: "language" | "owner" | "tag";
  readonly title: string;
  readonly groups: readonly EntryGroup[];
}) {
  const { filters } = useListsPage().route;
  const [isOpen, setOpen] = useState(false);
  const [searchText, setSearchText] = useState("");
  const chosen = filters[name];
  const isChosen = (group: EntryGroup) =>
    chosen !== undefined && group.name.toLowerCase() === (chosen ?? "").toLowerCase();
  const found = groups.filter((group) => group.name.toLowerCase().includes(searchText.trim().toLowerCase()));
  const initial = groups.slice(0, INITIAL_CHOICES);
  const collapsed = initial.some(isChosen) ? initial : [...initial, ...groups.filter(isChosen)];
  const shown = isOpen ? found.slice(0, MAX_CHOICES) : collapsed;
  if (groups.length === 0 && chosen === undefined) return null;
  return (
    <fieldset>
      <legend>{title}</legend>
      {isOpen && groups.length > INITIAL_CHOICES * 2 && (
        <input
          type="search"
          value={searchText}
          placeholder={t("searchFacet")}
          aria-label={t("searchIn", title)}
          onInput={({ currentTarget }) => setSearchText(currentTarget.value)}
        />
      )}
      {shown.map((group) => (
        <FilterChoice
          key={group.name}
          name={name}
          value={name === "language" ? group.name || null : group.name}
          count={group.count}
          text={group.name || t("noLanguage")}
        />
      ))}
      {isOpen && found.length === 0 && <p class="dim">{t("nothingFound")}</p>}
      {groups.length > collapsed.length && (
        <button type="button" class="more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t("showFewer") : t("showAll", groups.length)}
        </button>
      )}
    </fieldset>
  );
}
