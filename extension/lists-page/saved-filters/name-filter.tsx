import { useState } from "preact/hooks";
import {
  MAX_FILTER_NAME_LENGTH,
  MAX_SAVED_FILTERS,
  normalizeFilterName,
  type SavedFilter,
} from "../../lists/saved-filter.ts";
import { t } from "../../locales/i18n.ts";
import { saveFilters } from "../change-user-data.ts";
import { filterTexts } from "../filters/filter-texts.ts";
import { FormDialog } from "../form-dialog.tsx";
import { useListsPage } from "../page-context.ts";
import { routeQuery } from "./route-query.ts";

/** Names the current filters to save them, or renames saved ones. */
export function NameFilter({ filter, close }: { readonly filter: SavedFilter | "new"; readonly close: () => void }) {
  const { live, route } = useListsPage();
  const isNew = filter === "new";
  const [text, setText] = useState(() =>
    isNew
      ? filterTexts(route.filters)
          .map(([, name]) => name)
          .join(", ")
          .slice(0, MAX_FILTER_NAME_LENGTH)
      : filter.name,
  );
  const [query] = useState(() => (isNew ? routeQuery(route) : filter.query));
  const [problem, setProblem] = useState<string>();
  const name = normalizeFilterName(text);
  async function save() {
    if (name === undefined) return;
    const others = live.savedFilters.filter((other) => isNew || other.id !== filter.id);
    if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      return setProblem(t("filterNameTaken"));
    if (others.length >= MAX_SAVED_FILTERS) return setProblem(t("tooManyFilters", MAX_SAVED_FILTERS));
    const id = isNew ? crypto.randomUUID() : filter.id;
    try {
      await saveFilters(live.account, [{ account: live.account, id, name, query }]);
      close();
    } catch {
      setProblem(t("annotationNotSaved"));
    }
  }
  return (
    <FormDialog
      title={t(isNew ? "saveFiltersTitle" : "renameFilterTitle")}
      problem={problem}
      isValid={name !== undefined}
      save={() => void save()}
      close={close}
    >
      {isNew && <p class="dim">{t("saveFiltersMeans")}</p>}
      <label>
        <span>{t("filterName")}</span>
        <input
          type="text"
          value={text}
          maxLength={MAX_FILTER_NAME_LENGTH}
          autocomplete="off"
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
    </FormDialog>
  );
}
