import { useId, useState } from "preact/hooks";
import { MAX_TAG_LENGTH, normalizeTag } from "../../lists/annotation.ts";
import { groupByTag } from "../../lists/groups.ts";
import { t } from "../../locales/i18n.ts";
import { Alert } from "../../ui/alert.tsx";
import { useListsPage } from "../page-context.ts";

/** Maximum number of existing tags that are suggested. */
const MAX_SUGGESTIONS = 100;

/** Field for a tag, with suggestions, and a button that adds it. */
export function TagField({ add }: { readonly add: (tag: string) => void }) {
  const { live } = useListsPage();
  const [text, setText] = useState("");
  const [isInvalid, setInvalid] = useState(false);
  const [suggestions] = useState(() => groupByTag([...live.entries.values()]).slice(0, MAX_SUGGESTIONS));
  const id = useId();
  const submit = () => {
    const tag = normalizeTag(text);
    setInvalid(tag === undefined);
    if (tag === undefined) return;
    add(tag);
    setText("");
  };
  return (
    <>
      <div class="tag-field">
        <input
          type="text"
          value={text}
          maxLength={MAX_TAG_LENGTH}
          list={id}
          placeholder={t("newTag")}
          aria-label={t("newTag")}
          aria-invalid={isInvalid}
          autocomplete="off"
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setInvalid(false);
          }}
          onKeyDown={(event) => {
            // Enter that ends an input method's composition adds nothing.
            if ((event.key !== "Enter" && event.key !== ",") || event.isComposing) return;
            event.preventDefault();
            submit();
          }}
        />
        <datalist id={id}>
          {suggestions.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button type="button" onClick={submit}>
          {t("addTag")}
        </button>
      </div>
      <Alert text={isInvalid ? t("tagInvalid", MAX_TAG_LENGTH) : undefined} />
    </>
  );
}
