import { useRef, useState } from "preact/hooks";
import { parseFile } from "../../lists/files/parse-file.ts";
import { planImport } from "../../lists/files/plan-import.ts";
import { t } from "../../locales/i18n.ts";
import { useListsPage } from "../page-context.ts";
import { type ImportedFile, ImportPlanView } from "./import-plan.tsx";

/** Maximum size of an imported file, in bytes. */
const MAX_FILE_SIZE = 30_000_000;

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
  const { live, canWatch } = useListsPage();
  const [result, setResult] = useState<{
    readonly source: File;
    readonly file?: ImportedFile;
    readonly problem?: string;
  }>();
  const picker = useRef<HTMLInputElement>(null);

  async function readFile(file: File): Promise<void> {
    if (file.size > MAX_FILE_SIZE) return setResult({ source: file, problem: t("fileTooLarge", file.name) });
    try {
      const { rows, problems } = parseFile(await file.text());
      const plan = planImport(rows, [...live.entries.values()], canWatch);
      setResult({ source: file, file: { name: file.name, rows: rows.length, problems, plan } });
    } catch {
      setResult({ source: file, problem: t("fileUnreadable", file.name) });
    }
  }
  if (file && result?.source !== file) void readFile(file);

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
      {result?.problem !== undefined && (
        <p class="problem" role="alert">
          {result.problem}
        </p>
      )}
      {result?.file && (
        <ImportPlanView key={result.file.name} file={result.file} done={() => setResult({ source: result.source })} />
      )}
    </section>
  );
}
