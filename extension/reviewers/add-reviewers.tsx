import { useMemo, useRef } from "preact/hooks";
import { t } from "../locales/i18n.ts";
import { pressHandlers } from "../ui/press.ts";
import { userInput } from "../ui/trusted.ts";
import { focusForUser } from "../ui/user-focus.ts";
import { Chip } from "./chip.tsx";
import { handleKey, handlePaste } from "./combobox-keys.ts";
import { createFieldEdits } from "./field-edits.ts";
import { SuggestionList, suggestionStatus } from "./suggestion-list.tsx";
import { type ReviewerPickerOptions, useReviewerPicker } from "./use-reviewer-picker.ts";

let nextId = 0;

/** Field that searches for reviewers, collects them and requests all of them at once. */
export function AddReviewers({
  obstacleId,
  ...options
}: ReviewerPickerOptions & {
  /** ID of the element that explains why reviews cannot be requested. */
  readonly obstacleId: string | undefined;
}) {
  const picker = useReviewerPicker(options);
  const id = useMemo(() => `reviewers-${++nextId}`, []);
  const field = useRef<HTMLInputElement>(null);
  const { isDisabled, busy } = options;
  const edits = useMemo(createFieldEdits, []);
  edits.setText(picker.typed);
  const { typed, picked, open, active, show, hide, type, request, drop, announcement } = picker;
  return (
    <div class="rv-add">
      {picked.length > 0 && (
        <ul class="rv-chips" aria-label={t("toBeAsked")}>
          {picked.map((reviewer) => (
            <Chip
              key={`${reviewer.kind} ${reviewer.name}`}
              {...{ reviewer, className: "rv-picked", label: t("dontAsk", reviewer.name) }}
              onPress={() => {
                drop(reviewer);
                focusForUser(field.current);
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
          aria-describedby={obstacleId ?? `${id}-how`}
          aria-disabled={isDisabled}
          readOnly={isDisabled}
          placeholder={t("loginOrTeam")}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={typed}
          onBeforeInput={userInput((event) => edits.onBeforeInput(event, event.currentTarget))}
          onInput={userInput((event) => {
            const text = edits.onInput(event, event.currentTarget);
            if (text === undefined) return;
            type(text);
            show();
          })}
          onClick={userInput(show)}
          onKeyDown={userInput((event) => handleKey(picker, event))}
          onPaste={userInput((event) => handlePaste(picker, event))}
        />
        <span id={`${id}-how`} class="rv-unseen">
          {t("howToAsk")}
        </span>
        {open ? (
          <SuggestionList id={`${id}-list`} field={field.current} picker={picker} />
        ) : (
          <div id={`${id}-list`} role="listbox" aria-label={t("suggestions")} hidden />
        )}
      </div>
      <button
        type="button"
        class="rv-request"
        aria-disabled={isDisabled || busy || (typed.trim() === "" && picked.length === 0)}
        {...pressHandlers(() => void request())}
      >
        {t("request")}
      </button>
      <span role="status" class="rv-unseen">
        {[announcement, suggestionStatus(picker)].filter(Boolean).join(" ")}
      </span>
    </div>
  );
}
