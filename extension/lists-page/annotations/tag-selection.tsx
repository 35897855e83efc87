import { useState } from "preact/hooks";
import { addTags, MAX_TAGS, removeTag } from "../../lists/annotation.ts";
import { groupByTag } from "../../lists/groups.ts";
import { t, tn } from "../../locales/i18n.ts";
import { Alert } from "../../ui/alert.tsx";
import { annotate, restoreAnnotations } from "../change-user-data.ts";
import { ModalDialog } from "../dialog.tsx";
import { useListsPage } from "../page-context.ts";
import { TagChips } from "./tag-chips.tsx";
import { TagField } from "./tag-field.tsx";

/** Adds tags to all selected repositories, or removes them from all. */
export function TagSelection({ ids, close }: { readonly ids: readonly number[]; readonly close: () => void }) {
  const { live, notify } = useListsPage();
  const [problem, setProblem] = useState<string>();
  const tags = groupByTag(ids.flatMap((id) => live.entries.get(id) ?? [])).map(({ name }) => name);
  async function change(textKey: "tagAdded" | "tagRemoved", tag: string) {
    try {
      setProblem(undefined);
      let overLimit = 0;
      const before = await annotate(live.account, ids, (current) => {
        const next = textKey === "tagAdded" ? addTags(current.tags, [tag]) : removeTag(current.tags, tag);
        if (next.length <= MAX_TAGS) return { ...current, tags: next };
        overLimit++;
        return current;
      });
      if (overLimit > 0) setProblem(t("tooManyTags", MAX_TAGS));
      if (before.length === 0) return;
      notify(
        t(textKey, tag, tn("repositoryCount", before.length)),
        () => void restoreAnnotations(live.account, before).catch(() => notify(t("annotationNotSaved"))),
      );
    } catch {
      setProblem(t("annotationNotSaved"));
    }
  }
  return (
    <ModalDialog title={tn("tagSelectionTitle", ids.length)} close={close}>
      <div class="annotation">
        <p class="dim">{t("annotationMeans")}</p>
        <TagChips tags={tags} remove={(tag) => void change("tagRemoved", tag)} />
        <TagField add={(tag) => void change("tagAdded", tag)} />
        <Alert text={problem} />
        <div class="dialog-actions">
          <button type="button" class="primary" onClick={close}>
            {t("optClose")}
          </button>
        </div>
      </div>
    </ModalDialog>
  );
}
