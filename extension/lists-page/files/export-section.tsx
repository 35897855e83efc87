import { useState } from "preact/hooks";
import type { ListedEntry } from "../../lists/annotation.ts";
import { entriesAsCsv, entriesAsJson } from "../../lists/files/export-entries.ts";
import { sortEntries } from "../../lists/sort-entries.ts";
import { t, tn } from "../../locales/i18n.ts";
import { downloadFile } from "../../ui/download-file.ts";
import { applyFilters } from "../apply-filters.ts";
import { hostOf } from "../find-account.ts";
import { isFiltered } from "../lists-route.ts";
import { useListsPage } from "../page-context.ts";

type ExportScope = "all" | "matching" | "selected";

/** Exports the lists, or part of them, to a file. */
export function ExportSection() {
  const { live, route, now, account, notify, selection } = useListsPage();
  const all = [...live.entries.values()];
  const scopes: Record<ExportScope, readonly ListedEntry[]> = {
    all,
    matching: isFiltered(route.filters) ? applyFilters(all, route.filters, now) : [],
    selected: all.filter(({ id }) => selection.ids.has(id)),
  };
  const [selectedScope, setSelectedScope] = useState<ExportScope>(
    selection.ids.size > 0 ? "selected" : isFiltered(route.filters) ? "matching" : "all",
  );
  // The chosen scope may have become empty.
  const scope = scopes[selectedScope].length > 0 ? selectedScope : "all";
  const scopeTexts = { all: "exportAll", matching: "exportMatching", selected: "exportSelected" } as const;
  const save = (format: "csv" | "json") => {
    const entries = sortEntries(scopes[scope], "name", "ascending");
    const at = new Date();
    const name = `forgehand-${account.login}-${hostOf(account).replace(":", "-")}-${at.toISOString().slice(0, 10)}.${format}`;
    if (format === "csv") downloadFile(name, "text/csv", entriesAsCsv(entries));
    else downloadFile(name, "application/json", entriesAsJson(entries, account, at, live.savedFilters));
    notify(tn("exportedNow", entries.length));
  };
  return (
    <section class="panel" aria-labelledby="export">
      <h2 id="export">{t("exportLists")}</h2>
      <p class="dim">{t("exportListsMeans")}</p>
      <fieldset class="scopes">
        <legend>{t("exportWhat")}</legend>
        {(["all", "matching", "selected"] as const)
          .filter((option) => option === "all" || scopes[option].length > 0)
          .map((option) => (
            <label key={option}>
              <input type="radio" name="scope" checked={scope === option} onChange={() => setSelectedScope(option)} />
              {tn(scopeTexts[option], scopes[option].length)}
            </label>
          ))}
      </fieldset>
      <div class="actions">
        <button type="button" disabled={all.length === 0} onClick={() => save("csv")}>
          {t("saveCsv")}
        </button>
        <button type="button" disabled={all.length === 0} onClick={() => save("json")}>
          {t("saveJson")}
        </button>
      </div>
    </section>
  );
}
