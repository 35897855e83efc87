import { useState } from "preact/hooks";
import {
  addTags,
  type ListedEntry,
  MAX_NOTE_LENGTH,
  MAX_TAGS,
  NO_ANNOTATION,
  normalizeNote,
  removeTag,
} from "../../lists/annotation.ts";
import { t } from "../../locales/i18n.ts";
import { annotate } from "../change-user-data.ts";
import { FormDialog } from "../form-dialog.tsx";
import { TagChips } from "./tag-chips.tsx";
import { TagField } from "./tag-field.tsx";

/** Edits the tags and the note of one repository. */
export function EditAnnotation({ entry, close }: { readonly entry: ListedEntry; readonly close: () => void }) {
  const [tags, setTags] = useState(entry.annotation?.tags ?? NO_ANNOTATION.tags);
  const [note, setNote] = useState(entry.annotation?.note ?? "");
  const [problem, setProblem] = useState<string>();
  const add = (tag: string) => {
    const next = addTags(tags, [tag]);
    setProblem(next.length > MAX_TAGS ? t("tooManyTags", MAX_TAGS) : undefined);
    if (next.length <= MAX_TAGS) setTags(next);
  };
  async function save() {
    try {
      await annotate(entry.account, [entry.id], () => ({ tags, note: normalizeNote(note) }));
      close();
    } catch {
      setProblem(t("annotationNotSaved"));
    }
  }
  return (
    <FormDialog
      title={t("annotateTitle", `${entry.owner}/${entry.name}`)}
      problem={problem}
      save={() => void save()}
      close={close}
    >
      <p class="dim">{t("annotationMeans")}</p>
      <TagChips tags={tags} remove={(tag) => setTags(removeTag(tags, tag))} />
      <TagField add={add} />
      <label>
        <span>{t("note")}</span>
        <textarea
          rows={4}
          maxLength={MAX_NOTE_LENGTH}
          value={note}
          onInput={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </label>
    </FormDialog>
  );
}
