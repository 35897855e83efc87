import { useState } from "preact/hooks";
import type { Group } from "../../lists/groups.ts";
import { t } from "../../ui/words.ts";
import { usePage } from "../page-context.ts";
import { Choice } from "./choice.tsx";

/** So many are shown before somebody asks for more. */
const FEW = 6;
/** And so many at most: who looks for another one searches. */
const MOST = 60;

/** The languages or owners that there are, the largest first; what is chosen is always among them. */
export function NameFacet({
  name,
  title,
  groups,
}: {
  readonly name: "language" | "owner";
  readonly title: string;
  readonly groups: readonly Group[];
}) {
  const { filters } = usePage().place;
  const [isOpen, setOpen] = useState(false);
  const [sought, seek] = useState("");
  const chosen = filters[name];
  const isChosen = (group: Group) => chosen !== undefined && group.name.toLowerCase() === (chosen ?? "").toLowerCase();
  const found = groups.filter((group) => group.name.toLowerCase().includes(sought.trim().toLowerCase()));
  const few = groups.slice(0, FEW);
  const kept = few.some(isChosen) ? few : [...few, ...groups.filter(isChosen)];
  const shown = isOpen ? found.slice(0, MOST) : kept;
  if (groups.length === 0 && chosen === undefined) return null;
  return (
    <fieldset>
      <legend>{title}</legend>
      {isOpen && groups.length > FEW * 2 && (
        <input
          type="search"
          value={sought}
          placeholder={t("searchFacet")}
          aria-label={t("searchIn", title)}
          onInput={({ currentTarget }) => seek(currentTarget.value)}
        />
      )}
      {shown.map((group) => (
        <Choice
          key={group.name}
          name={name}
          value={name === "language" ? group.name || null : group.name}
          count={group.count}
          text={group.name || t("noLanguage")}
        />
      ))}
      {isOpen && found.length === 0 && <p class="dim">{t("nothingFound")}</p>}
      {groups.length > kept.length && (
        <button type="button" class="more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t("showFewer") : t("showAll", groups.length)}
        </button>
      )}
    </fieldset>
  );
}
