import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { trusted } from "../ui/trusted.ts";
import { t, tn } from "../ui/words.ts";
import { ReviewerIcon } from "./icons.tsx";
import { keepHanging } from "./placing.ts";
import { type Adding, DRAWN } from "./use-adding.ts";

/** Who could be asked, below the field in which they are looked for. */
export function SuggestionList({
  id,
  field,
  adding,
}: {
  readonly id: string;
  readonly field: Element | null;
  readonly adding: Adding;
}) {
  const { offered, active, suggestions } = adding;
  const panel = useRef<HTMLDivElement>(null);
  const { found, loading, problem, load } = suggestions;
  useLayoutEffect(() => {
    const away = new AbortController();
    if (field && panel.current) keepHanging(field, panel.current, away.signal);
    return () => away.abort();
  }, [field]);
  useEffect(() => {
    panel.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const latest = useRef(adding);
  latest.current = adding;
  useEffect(() => {
    const away = new AbortController();
    const { signal } = away;
    // The field keeps the focus whatever is pressed in here.
    panel.current?.addEventListener("mousedown", (event) => event.preventDefault(), { signal });
    const moved = trusted((event: PointerEvent) => {
      const index = optionAt(event);
      if (index >= 0 && index !== latest.current.active) latest.current.mark(index);
    });
    panel.current?.addEventListener("pointermove", moved, { signal });
    const clicked = trusted((event: MouseEvent) => {
      const candidate = latest.current.offered[optionAt(event)];
      if (candidate) latest.current.choose(candidate);
    });
    panel.current?.addEventListener("click", clicked, { signal });
    return () => away.abort();
  }, []);
  const drawn = offered.slice(0, DRAWN);
  return (
    <div ref={panel} class="rv-panel" popover="manual">
      <div id={id} role="listbox" aria-label={t("suggestions")} aria-busy={loading}>
        {drawn.map((candidate, index) => (
          <div
            key={`${candidate.kind} ${candidate.name}`}
            id={`${id}-${index}`}
            class="rv-option"
            role="option"
            tabIndex={-1}
            data-index={index}
            aria-selected={index === active}
          >
            <ReviewerIcon kind={candidate.kind} />
            <span class="rv-who">
              <strong>{candidate.name}</strong> {candidate.title && <span class="rv-dim">{candidate.title}</span>}
              <small>{candidate.reasons.slice(0, 2).join(" · ")}</small>
            </span>
          </div>
        ))}
      </div>
      {loading && !found && <Skeleton />}
      {offered.length > DRAWN && <p class="rv-note">{tn("moreSuggestions", offered.length - DRAWN)}</p>}
      {found && offered.length === 0 && <p class="rv-note">{nothingInWords(adding)}</p>}
      {problem && (
        <p class="rv-note rv-bad">
          {t("noSuggestionsNow", problem.text)}
          <button type="button" onClick={trusted(() => load(true))}>
            {t("tryAgain")}
          </button>
        </p>
      )}
      {found?.missing.map((text) => (
        <p key={text} class="rv-note">
          {text}
        </p>
      ))}
    </div>
  );
}

/** Which option something happened to; -1 for none. */
function optionAt({ target }: Event): number {
  const option = target instanceof Element ? target.closest("[role=option]") : null;
  return Number(option?.getAttribute("data-index") ?? -1);
}

/** Why there is nothing to see. */
function nothingInWords({ known, wanted }: Adding): string {
  return known === 0 || wanted.trim() === "" ? t("nobodyToSuggest") : t("nobodyMatches", wanted.trim());
}

/** How many there are to see, or why none, for those who hear it. */
export function countInWords(adding: Adding): string {
  const { found, loading, problem } = adding.suggestions;
  if (!adding.open) return "";
  if (loading && !found) return t("findingSuggestions");
  if (problem) return t("noSuggestionsNow", problem.text);
  if (!found) return "";
  return adding.offered.length > 0 ? tn("suggestions", adding.offered.length) : nothingInWords(adding);
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
