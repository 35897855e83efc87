import { useId, useRef, useState } from "preact/hooks";
import type { ImportPlan } from "../../messages/settings.ts";
import { ask } from "../../ui/ask.ts";
import { t } from "../../ui/words.ts";
import { AskFirst } from "../ask-first.tsx";
import { type Options, Sentence } from "../use-options.ts";
import { ImportPreview } from "./import-preview.tsx";

/** Files are small; whatever is larger is something else. */
const LARGEST = 1_000_000;

/** Settings as a file, from a file, and everything gone. */
export function Backup({ options: { run, busy } }: { readonly options: Options }) {
  const id = useId();
  const [file, setFile] = useState<{ readonly name: string; readonly text: string; readonly plan: ImportPlan }>();
  const [typed, setTyped] = useState("");
  const chooser = useRef<HTMLInputElement>(null);
  const forget = () => {
    setFile(undefined);
    if (chooser.current) chooser.current.value = "";
  };
  const exportAll = () =>
    run(async () => {
      const { name, text } = await ask("export-settings", {});
      download(name, text);
      return t("exportedNow", name);
    });
  const look = (chosen: File | undefined) =>
    run(async () => {
      setFile(undefined);
      if (!chosen) return undefined;
      if (chosen.size > LARGEST) throw new Sentence(t("fileIsOther"));
      const text = await chosen.text();
      setFile({ name: chosen.name, text, plan: await ask("plan-import", { text }) });
      return undefined;
    });
  const importIt = (text: string) =>
    run(async () => {
      await ask("import-settings", { text });
      forget();
      return t("importedNow");
    });
  const wipe = () =>
    run(async () => {
      await ask("wipe", {});
      setTyped("");
      return t("wipedNow");
    });
  return (
    <>
      <p class="lead">{t("backupLead")}</p>
      <section class="panel" aria-labelledby={`${id}-export`}>
        <h3 id={`${id}-export`}>{t("exportTitle")}</h3>
        <p>{t("exportMeans")}</p>
        <button type="button" disabled={busy} onClick={() => void exportAll()}>
          {t("exportDo")}
        </button>
      </section>
      <section class="panel" aria-labelledby={`${id}-import`}>
        <h3 id={`${id}-import`}>{t("importTitle")}</h3>
        <p>{t("importMeans")}</p>
        <div class="field">
          <label for={`${id}-file`}>{t("importFile")}</label>
          <input
            ref={chooser}
            id={`${id}-file`}
            type="file"
            accept=".json,application/json"
            onChange={({ currentTarget }) => void look(currentTarget.files?.[0])}
          />
        </div>
        {file && <ImportPreview file={file} busy={busy} go={() => void importIt(file.text)} cancel={forget} />}
      </section>
      <section class="panel danger" aria-labelledby={`${id}-wipe`}>
        <h3 id={`${id}-wipe`}>{t("wipeTitle")}</h3>
        <p>{t("wipeMeans")}</p>
        <AskFirst
          label={t("wipeDo")}
          question={t("wipeSure")}
          yes={t("wipeYes")}
          disabled={busy || typed.trim().toLowerCase() !== t("wipeWord")}
          act={wipe}
        >
          <div class="field">
            <label for={`${id}-word`}>{t("wipeType", t("wipeWord"))}</label>
            <input
              id={`${id}-word`}
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
              value={typed}
              onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </div>
        </AskFirst>
      </section>
    </>
  );
}

/** Hands a text to the person as a file. */
function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
