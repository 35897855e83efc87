import { useState } from "preact/hooks";
import type { Entry } from "../../lists/entry.ts";
import { entriesAsCsv, entriesAsJson } from "../../lists/files/print.ts";
import { sorted } from "../../lists/sort.ts";
import { t, tn } from "../../ui/words.ts";
import { hostOf } from "../account-name.ts";
import { matching } from "../matching.ts";
import { usePage } from "../page-context.ts";
import { isFiltered } from "../place.ts";
import type { Selection } from "../selection.ts";
import { download } from "./download.ts";

type Scope = "all" | "matching" | "selected";

/** Writes the lists, or a part of them, into a file. */
export function ExportSection({ selection }: { readonly selection: Selection }) {
  const { live, place, now, account, say } = usePage();
  const all = [...live.entries.values()];
  const scopes: Record<Scope, readonly Entry[]> = {
    all,
    matching: isFiltered(place.filters) ? matching(all, place.filters, now) : [],
    selected: all.filter(({ id }) => selection.ids.has(id)),
  };
  const [wished, wish] = useState<Scope>(
    selection.ids.size > 0 ? "selected" : isFiltered(place.filters) ? "matching" : "all",
  );
  // What was selected may not be any more.
  const scope = scopes[wished].length > 0 ? wished : "all";
  const words = { all: "exportAll", matching: "exportMatching", selected: "exportSelected" } as const;
  const save = (format: "csv" | "json") => {
    const entries = sorted(scopes[scope], "name", "ascending");
    const at = new Date();
    const name = `forgehand-${account.login}-${hostOf(account).replace(":", "-")}-${at.toISOString().slice(0, 10)}.${format}`;
    if (format === "csv") download(name, "text/csv", entriesAsCsv(entries));
    else download(name, "application/json", entriesAsJson(entries, account, at));
    say(tn("exportedNow", entries.length));
  };
  return (
    <section class="panel" aria-labelledby="export">
      <h2 id="export">{t("exportLists")}</h2>
      <p class="dim">{t("exportListsMeans")}</p>
      <fieldset class="scopes">
        <legend>{t("exportWhat")}</legend>
        {(["all", "matching", "selected"] as const)
          .filter((one) => one === "all" || scopes[one].length > 0)
          .map((one) => (
            <label key={one}>
              <input type="radio" name="scope" checked={scope === one} onChange={() => wish(one)} />
              {tn(words[one], scopes[one].length)}
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
