import { useId, useRef, useState } from "preact/hooks";
import { t } from "../../locales/i18n.ts";
import type { SettingsImportPlan } from "../../messages/settings.ts";
import { callWorker } from "../../ui/call-worker.ts";
import { downloadFile } from "../../ui/download-file.ts";
import { ConfirmButton } from "../confirm-button.tsx";
import { FormError, type OptionsState } from "../use-options.ts";
import { ImportPreview } from "./import-preview.tsx";

/** Settings files are small; larger files are rejected. */
const MAX_FILE_SIZE = 1_000_000;

/** Export and import of settings, and deletion of all data. */
export function Backup({ options: { run, busy } }: { readonly options: OptionsState }) {
  const id = useId();
  const [file, setFile] = useState<{
    readonly name: string;
    readonly text: string;
    readonly plan: SettingsImportPlan;
  }>();
  const [typed, setTyped] = useState("");
  const fileInput = useRef<HTMLInputElement>(null);
  const clearFile = () => {
    setFile(undefined);
    if (fileInput.current) fileInput.current.value = "";
  };
  const exportAll = () =>
    run(async () => {
      const { name, text } = await callWorker("export-settings", {});
      downloadFile(name, "application/json", text);
      return t("exportedNow", name);
    });
  const previewFile = (chosen: File | undefined) =>
    run(async () => {
      setFile(undefined);
      if (!chosen) return undefined;
      if (chosen.size > MAX_FILE_SIZE) throw new FormError(t("fileIsOther"));
      const text = await chosen.text();
      setFile({ name: chosen.name, text, plan: await callWorker("plan-import", { text }) });
      return undefined;
    });
  const importFile = (text: string, allowWeaker: boolean) =>
    run(async () => {
      await callWorker("import-settings", { text, allowWeaker });
      clearFile();
      return t("importedNow");
    });
  const wipe = () =>
    run(async () => {
      const { keptHosts } = await callWorker("wipe", {});
      setTyped("");
      if (keptHosts.length > 0) throw new FormError(t("wipedExceptAccess", keptHosts.join(", ")));
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
            ref={fileInput}
            id={`${id}-file`}
            type="file"
            accept=".json,application/json"
            onChange={({ currentTarget }) => void previewFile(currentTarget.files?.[0])}
          />
        </div>
        {file && (
          <ImportPreview
            key={file.text}
            file={file}
            busy={busy}
            confirm={(allowWeaker) => void importFile(file.text, allowWeaker)}
            cancel={clearFile}
          />
        )}
      </section>
      <section class="panel danger" aria-labelledby={`${id}-wipe`}>
        <h3 id={`${id}-wipe`}>{t("wipeTitle")}</h3>
        <p>{t("wipeMeans")}</p>
        <ConfirmButton
          label={t("wipeDo")}
          question={t("wipeSure")}
          confirmLabel={t("wipeYes")}
          disabled={busy || typed.trim().toLowerCase() !== t("wipeWord")}
          action={wipe}
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
        </ConfirmButton>
      </section>
    </>
  );
}
