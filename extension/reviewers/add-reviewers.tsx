import { useMemo, useRef } from "preact/hooks";
import { trusted } from "../ui/trusted.ts";
import { t } from "../ui/words.ts";
import { Chip } from "./chip.tsx";
import { pasteNames, pressKey } from "./keys.ts";
import { countInWords, SuggestionList } from "./suggestion-list.tsx";
import { type AddingOptions, useAdding } from "./use-adding.ts";

let fields = 0;

/** A field that looks for reviewers and collects them, and asks all of them at once. */
export function AddReviewers({
  why,
  ...options
}: AddingOptions & {
  /** The id of what says why nobody can be asked. */
  readonly why: string | undefined;
}) {
  const adding = useAdding(options);
  const id = useMemo(() => `reviewers-${++fields}`, []);
  const field = useRef<HTMLInputElement>(null);
  const { off, busy } = options;
  const { typed, picked, open, active, show, hide, type, request, drop, told } = adding;
  return (
    <div class="rv-add">
      {picked.length > 0 && (
        <ul class="rv-chips" aria-label={t("toBeAsked")}>
          {picked.map((reviewer) => (
            <Chip
              key={`${reviewer.kind} ${reviewer.name}`}
              {...{ reviewer, look: "rv-picked", does: t("dontAsk", reviewer.name) }}
              press={() => {
                drop(reviewer);
                field.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <div
        class="rv-field"
        onFocusOut={({ currentTarget, relatedTarget }) => {
          if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) hide();
        }}
      >
        <input
          ref={field}
          role="combobox"
          aria-label={t("addReviewers")}
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-activedescendant={active >= 0 ? `${id}-list-${active}` : undefined}
          aria-describedby={why ?? `${id}-how`}
          aria-disabled={off}
          readOnly={off}
          placeholder={t("loginOrTeam")}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={typed}
          onInput={trusted(({ currentTarget }) => {
            type(currentTarget.value);
            show();
          })}
          onClick={trusted(show)}
          onKeyDown={trusted((event) => pressKey(adding, event))}
          onPaste={trusted((event) => pasteNames(adding, event))}
        />
        <span id={`${id}-how`} class="rv-unseen">
          {t("howToAsk")}
        </span>
        {open ? (
          <SuggestionList id={`${id}-list`} field={field.current} adding={adding} />
        ) : (
          <div id={`${id}-list`} role="listbox" aria-label={t("suggestions")} hidden />
        )}
      </div>
      <button
        type="button"
        class="rv-request"
        aria-disabled={off || busy || (typed.trim() === "" && picked.length === 0)}
        onClick={trusted(() => void request())}
      >
        {t("request")}
      </button>
      <span role="status" class="rv-unseen">
        {[told, countInWords(adding)].filter(Boolean).join(" ")}
      </span>
    </div>
  );
}
