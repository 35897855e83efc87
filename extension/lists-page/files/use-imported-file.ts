import { useRef, useState } from "preact/hooks";
import type { FileRow } from "../../lists/files/parse-file.ts";
import { groupByKey, joinPlans, type ListImportPlan, planImport } from "../../lists/files/plan-import.ts";
import { t } from "../../locales/i18n.ts";
import { useSignalEffect } from "../../ui/use-signal-effect.ts";
import { useListsPage } from "../page-context.ts";
import type { ImportedFile } from "./import-plan.tsx";
import { readFile } from "./read-file.ts";

/** Maximum size of an imported file, in bytes. */
const MAX_FILE_SIZE = 30_000_000;

/** State of a file's import. */
export type FileImport =
  | { readonly state: "none" | "reading" }
  | { readonly state: "invalid"; readonly problem: string }
  | { readonly state: "planned"; readonly imported: ImportedFile };

/** Reads a file and plans its import with the lists at that time. `close` returns to no file. */
export function useImportedFile(file: File | undefined): {
  readonly fileImport: FileImport;
  readonly close: () => void;
} {
  const { account, live, canWatch } = useListsPage();
  const [fileImport, setFileImport] = useState<FileImport>({ state: "none" });
  const latest = useRef({ live, canWatch });
  latest.current = { live, canWatch };
  const read = (signal: AbortSignal) => {
    if (!file) return;
    if (file.size > MAX_FILE_SIZE) return setFileImport({ state: "invalid", problem: t("fileTooLarge", file.name) });
    setFileImport({ state: "reading" });
    const entries = groupByKey(latest.current.live.entries.values());
    const plans: ListImportPlan[] = [];
    let rowCount = 0;
    const planRows = (rows: readonly FileRow[]) => {
      plans.push(planImport(rows, entries, latest.current.canWatch));
      rowCount += rows.length;
    };
    readFile({ file, origin: account.origin }, planRows, signal).then(
      (summary) => {
        const imported = { name: file.name, rowCount, summary, plan: joinPlans(plans) };
        if (!signal.aborted) setFileImport({ state: "planned", imported });
      },
      () => !signal.aborted && setFileImport({ state: "invalid", problem: t("fileUnreadable", file.name) }),
    );
  };
  useSignalEffect(read, [file, account.origin]);
  return { fileImport, close: () => setFileImport({ state: "none" }) };
}
