import { useRef } from "preact/hooks";
import { t } from "../../locales/i18n.ts";
import { Alert } from "../../ui/alert.tsx";
import { ImportPlanView } from "./import-plan.tsx";
import { useImportedFile } from "./use-imported-file.ts";

/** Reads a file and shows a preview of the import. */
export function ImportSection({
  file,
  onFile,
  isDraggingFile,
}: {
  readonly file: File | undefined;
  readonly onFile: (file: File) => void;
  /** Whether a file is being dragged over the page. */
  readonly isDraggingFile: boolean;
}) {
  const { fileImport, close } = useImportedFile(file);
  const picker = useRef<HTMLInputElement>(null);

  return (
    <section class="panel" aria-labelledby="import">
      <h2 id="import">{t("importLists")}</h2>
      <p class="dim">{t("importListsMeans")}</p>
      <div class={isDraggingFile ? "drop over" : "drop"}>
        <p>{t("dropHere")}</p>
        <button type="button" onClick={() => picker.current?.click()}>
          {t("chooseFile")}
        </button>
        <input
          ref={picker}
          type="file"
          accept=".json,.csv,.tsv,.txt,application/json,text/csv"
          aria-label={t("chooseFile")}
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.files?.[0];
            if (chosen) onFile(chosen);
            // Allows choosing the same file again after it was changed.
            currentTarget.value = "";
          }}
        />
      </div>
      {fileImport.state === "reading" && <p class="dim">{t("readingFile")}</p>}
      <Alert text={fileImport.state === "invalid" ? fileImport.problem : undefined} />
      {fileImport.state === "planned" && (
        <ImportPlanView key={fileImport.imported.name} file={fileImport.imported} done={close} />
      )}
    </section>
  );
}
