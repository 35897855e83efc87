import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { t, tn } from "../locales/i18n.ts";
import { pressHandlers } from "../ui/press.ts";
import { userInput } from "../ui/trusted.ts";
import { useSignalEffect } from "../ui/use-signal-effect.ts";
import { anchorDropdown } from "./anchor-dropdown.ts";
import { ReviewerIcon } from "./icons.tsx";
import { MAX_SUGGESTIONS, type ReviewerPicker } from "./use-reviewer-picker.ts";

/** List of suggested reviewers below the field. */
export function SuggestionList({
  id,
  field,
  picker,
}: {
  readonly id: string;
  readonly field: Element | null;
  readonly picker: ReviewerPicker;
}) {
  const { matches, active, suggestions } = picker;
  const panel = useRef<HTMLDivElement>(null);
  const { found, loading, problem, load } = suggestions;
  const updatePosition = useRef<() => void>(undefined);
  const anchor = (signal: AbortSignal) => {
    if (!panel.current) return;
    // Keeps the focus in the field.
    panel.current.addEventListener("mousedown", (event) => event.preventDefault(), { signal });
    if (field) updatePosition.current = anchorDropdown(field, panel.current, signal);
  };
  useSignalEffect(anchor, [field], useLayoutEffect);
  useLayoutEffect(() => updatePosition.current?.());
  useEffect(() => {
    panel.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const visible = matches.slice(0, MAX_SUGGESTIONS);
  return (
    <div ref={panel} class="rv-panel" popover="manual">
      <div id={id} role="listbox" aria-label={t("suggestions")} aria-busy={loading}>
        {visible.map((candidate, index) => (
          <div
            key={`${candidate.kind} ${candidate.name}`}
            id={`${id}-${index}`}
            class="rv-option"
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerMove={userInput(() => index !== active && picker.highlight(index))}
            {...pressHandlers(() => picker.choose(candidate))}
          >
            <ReviewerIcon kind={candidate.kind} />
            <span class="rv-who">
              <strong>{candidate.name}</strong> {candidate.fullName && <span class="rv-dim">{candidate.fullName}</span>}
              <small>{candidate.reasons.slice(0, 2).join(" · ")}</small>
            </span>
          </div>
        ))}
      </div>
      {loading && !found && <Skeleton />}
      {matches.length > MAX_SUGGESTIONS && (
        <p class="rv-note">{tn("moreSuggestions", matches.length - MAX_SUGGESTIONS)}</p>
      )}
      {found && matches.length === 0 && <p class="rv-note">{emptyText(picker)}</p>}
      {problem && (
        <p class="rv-note rv-bad">
          {t("noSuggestionsNow", problem.text)}
          <button type="button" {...pressHandlers(() => load(true))}>
            {t("tryAgain")}
          </button>
        </p>
      )}
      {found?.warnings.map((text) => (
        <p key={text} class="rv-note">
          {text}
        </p>
      ))}
    </div>
  );
}

/** Explains why the list is empty. */
function emptyText({ availableCount, query }: ReviewerPicker): string {
  return availableCount === 0 || query.trim() === "" ? t("noSuggestions") : t("noMatches", query.trim());
}

/** Status text for screen readers: the number of suggestions, or why there are none. */
export function suggestionStatus(picker: ReviewerPicker): string {
  const { found, loading, problem } = picker.suggestions;
  if (!picker.open) return "";
  if (loading && !found) return t("findingSuggestions");
  if (problem) return t("noSuggestionsNow", problem.text);
  if (!found) return "";
  return picker.matches.length > 0 ? tn("suggestions", picker.matches.length) : emptyText(picker);
}

function Skeleton() {
  return (
    <div class="rv-skeleton" aria-hidden="true">
      {["a", "b", "c"].map((line) => (
        <span key={line} />
      ))}
    </div>
  );
}
