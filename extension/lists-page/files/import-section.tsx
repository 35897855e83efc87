import { useRef, useState } from "preact/hooks";
import { parseFile } from "../../lists/files/parse.ts";
import { planImport } from "../../lists/files/plan.ts";
import { t } from "../../ui/words.ts";
import { usePage } from "../page-context.ts";
import { ImportPlanShown, type ReadFile } from "./import-plan.tsx";

/** A file larger than this, in bytes, is no list of repositories. */
const MOST = 30_000_000;

/** Reads a file, and shows what would come of it before anything is done. */
export function ImportSection({
  file,
  take,
  isOver,
}: {
  readonly file: File | undefined;
  readonly take: (file: File) => void;
  /** Does somebody hold a file over the page? */
  readonly isOver: boolean;
}) {
  const { live, canWatch } = usePage();
  const [read, setRead] = useState<{ readonly of: File; readonly file?: ReadFile; readonly problem?: string }>();
  const picker = useRef<HTMLInputElement>(null);

  async function open(file: File): Promise<void> {
    if (file.size > MOST) return setRead({ of: file, problem: t("fileTooLarge", file.name) });
    try {
      const { rows, problems } = parseFile(await file.text());
      const plan = planImport(rows, [...live.entries.values()], canWatch);
      setRead({ of: file, file: { name: file.name, rows: rows.length, problems, plan } });
    } catch {
      setRead({ of: file, problem: t("fileUnreadable", file.name) });
    }
  }
  if (file && read?.of !== file) void open(file);

  return (
    <section class="panel" aria-labelledby="import">
      <h2 id="import">{t("importLists")}</h2>
      <p class="dim">{t("importListsMeans")}</p>
      <div class={isOver ? "drop over" : "drop"}>
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
            if (chosen) take(chosen);
            // The same one can be chosen again, once it was changed.
            currentTarget.value = "";
          }}
        />
      </div>
      {read?.problem !== undefined && (
        <p class="problem" role="alert">
          {read.problem}
        </p>
      )}
      {read?.file && <ImportPlanShown key={read.file.name} file={read.file} done={() => setRead({ of: read.of })} />}
    </section>
  );
}
