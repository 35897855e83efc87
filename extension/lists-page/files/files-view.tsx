import type { Selection } from "../selection.ts";
import { ExportSection } from "./export-section.tsx";
import { ImportSection } from "./import-section.tsx";

export function FilesView({
  selection,
  file,
  onFile,
  isDraggingFile,
}: {
  readonly selection: Selection;
  /** The file that was last chosen or dropped. */
  readonly file: File | undefined;
  readonly onFile: (file: File) => void;
  readonly isDraggingFile: boolean;
}) {
  return (
    <div class="panels">
      <ExportSection selection={selection} />
      <ImportSection file={file} onFile={onFile} isDraggingFile={isDraggingFile} />
    </div>
  );
}
