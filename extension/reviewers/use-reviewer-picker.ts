import { useState } from "preact/hooks";
import { t } from "../locales/i18n.ts";
import type { ReviewerCandidate } from "../messages/page.ts";
import type { Reviewer } from "../model/control-states.ts";
import type { ControlView } from "../ui/view.ts";
import { isExactMatch, matchCandidates } from "./match-candidates.ts";
import { distinct, lastName, parseReviewers, without } from "./names.ts";
import { useCandidates } from "./use-candidates.ts";

/** Maximum number of suggestions shown; beyond that, typing is faster. */
export const MAX_SUGGESTIONS = 40;

export interface ReviewerPickerOptions {
  readonly view: ControlView;
  readonly requested: readonly Reviewer[];
  /** Whether reviews cannot be requested. */
  readonly isDisabled: boolean;
  readonly busy: boolean;
  /** @returns whether all reviews were requested */
  readonly requestReviews: (reviewers: readonly Reviewer[]) => Promise<boolean>;
}

export type ReviewerPicker = ReturnType<typeof useReviewerPicker>;

/**
 * State and actions of the reviewer picker: the typed text, picked reviewers and suggestions. Contains no rendering.
 */
export function useReviewerPicker({ view, requested, isDisabled, busy, requestReviews }: ReviewerPickerOptions) {
  const [typed, setTyped] = useState("");
  const [pickedNames, setPickedNames] = useState<readonly Reviewer[]>([]);
  const [open, setOpen] = useState(false);
  const [highlighted, setHighlighted] = useState<number>();
  const [announcement, setAnnouncement] = useState("");
  const suggestions = useCandidates(view, requested);

  // Reviewers requested in the meantime, in any tab, are no longer picked.
  const picked = without(pickedNames, requested);
  const available = without(suggestions.found?.candidates ?? [], [...requested, ...picked]);
  // Full names and lists of names can contain spaces.
  const query = matchCandidates(available, typed).length > 0 ? typed : lastName(typed);
  const matches = open && (query !== "" || typed === "") ? matchCandidates(available, query) : [];
  const isComplete = query === "" || matches.some((candidate) => isExactMatch(candidate, query));
  const lastIndex = Math.min(matches.length, MAX_SUGGESTIONS) - 1;
  // An incomplete name highlights its first match.
  const active =
    highlighted === undefined ? (isComplete ? -1 : Math.min(0, lastIndex)) : Math.min(highlighted, lastIndex);

  function show() {
    if (isDisabled) return;
    setOpen(true);
    suggestions.load();
  }
  function hide() {
    setOpen(false);
    setHighlighted(undefined);
  }
  function type(text: string) {
    setTyped(text);
    setHighlighted(undefined);
    // Clears the announcement of the last pick once the user types again.
    if (text !== "") setAnnouncement("");
  }
  function pick(reviewers: readonly Reviewer[]) {
    const newReviewers = without(reviewers, [...requested, ...picked]);
    setPickedNames([...picked, ...newReviewers]);
    type("");
    const names = (newReviewers.length > 0 ? newReviewers : reviewers).map(({ name }) => name).join(", ");
    if (names) setAnnouncement(t(newReviewers.length > 0 ? "picked" : "alreadyAsked", names));
  }
  function drop(reviewer: Reviewer) {
    setPickedNames(without(picked, [reviewer]));
    setAnnouncement(t("unpicked", reviewer.name));
  }
  /** Returns a candidate and the complete names typed before it. */
  function reviewersFor({ kind, name }: ReviewerCandidate) {
    const before = query === typed ? [] : parseReviewers(typed.slice(0, typed.length - query.length));
    return distinct([...before, { kind, name }]);
  }
  function enteredNames(): readonly Reviewer[] {
    const candidate = matches[active];
    return candidate ? reviewersFor(candidate) : parseReviewers(typed);
  }
  async function request(names: readonly Reviewer[] = parseReviewers(typed)) {
    const all = distinct([...picked, ...names]);
    if (isDisabled || busy || all.length === 0) return;
    hide();
    const newReviewers = without(all, requested);
    // The field is free for other names, and reviewers that are refused stay picked.
    pick(names);
    if (newReviewers.length === 0) return;
    setAnnouncement("");
    if (await requestReviews(newReviewers)) setPickedNames((names) => without(names, newReviewers));
  }

  return {
    typed,
    picked,
    announcement,
    open,
    suggestions,
    matches,
    active,
    query,
    isDisabled,
    /** Number of available suggestions, regardless of the typed text. */
    availableCount: available.length,
    show,
    hide,
    type,
    pick,
    drop,
    request,
    highlight: setHighlighted,
    /** Highlights the next or previous suggestion, wrapping around. */
    move(by: 1 | -1) {
      show();
      if (lastIndex >= 0)
        setHighlighted(active < 0 ? (by > 0 ? 0 : lastIndex) : (active + by + lastIndex + 1) % (lastIndex + 1));
    },
    choose: (candidate: ReviewerCandidate) => pick(reviewersFor(candidate)),
    /** Picks the highlighted suggestion, or the typed names if none is. */
    enter() {
      const names = enteredNames();
      if (names.length > 0) pick(names);
    },
    /** Requests all picked reviewers, and what {@link enter} would pick. */
    send: () => void request(enteredNames()),
  };
}
