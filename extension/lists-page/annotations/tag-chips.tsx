import { t } from "../../locales/i18n.ts";
import { CrossIcon } from "../icons.tsx";

/** Tags, each with a button that removes it. */
export function TagChips({
  tags,
  remove,
}: {
  readonly tags: readonly string[];
  readonly remove: (tag: string) => void;
}) {
  if (tags.length === 0) return null;
  return (
    <ul class="chips" aria-label={t("tags")}>
      {tags.map((tag) => (
        <li key={tag}>
          <button type="button" class="chip" aria-label={t("removeTag", tag)} onClick={() => remove(tag)}>
            {tag}
            <CrossIcon />
          </button>
        </li>
      ))}
    </ul>
  );
}
