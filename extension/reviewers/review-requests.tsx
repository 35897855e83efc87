import { useEffect, useRef, useState } from "preact/hooks";
import { type Drawn, declareControl } from "../controls/control.tsx";
import type { Candidate } from "../messages/page.ts";
import type { Reviewer } from "../messages/states.ts";
import { trusted } from "../ui/trusted.ts";
import { t } from "../ui/words.ts";

/** Who is asked for a review, and a field that asks more of them. */
export function ReviewRequests({ state, busy, act, view }: Drawn<"review-request">) {
  const input = useRef<HTMLInputElement>(null);
  const [candidates, setCandidates] = useState<readonly Candidate[]>([]);
  useEffect(
    () =>
      void view.candidates().then(
        (found) => setCandidates(found.candidates),
        () => undefined,
      ),
    [view],
  );
  const requested = state?.requested ?? null;

  const add = async () => {
    const typed = input.current?.value ?? "";
    const reviewers = readReviewers(typed);
    if (!state || !requested || busy || reviewers.length === 0) return;
    const names = new Set(requested.map(({ name }) => name.toLowerCase()));
    const all = [...requested, ...reviewers.filter(({ name }) => !names.has(name.toLowerCase()))];
    const done = await act({ add: reviewers }, { ...state, requested: all });
    // What was typed stays where it was refused, unless more was typed since.
    if (done && input.current?.value === typed) input.current.value = "";
  };
  const remove = (reviewer: Reviewer) => {
    if (!state || !requested || busy) return;
    void act({ remove: [reviewer] }, { ...state, requested: requested.filter(({ name }) => name !== reviewer.name) });
    input.current?.focus();
  };
  return (
    <fieldset aria-label={t("reviewRequests")}>
      <span class="label" aria-hidden="true">
        {t("reviewers")}
      </span>
      {requested?.length === 0 && <span class="dim">{t("nobodyYet")}</span>}
      <span class="chips">
        {requested?.map((reviewer) => (
          <span class="chip" key={reviewer.name}>
            {reviewer.name}
            <button
              type="button"
              aria-label={t("removeReviewer", reviewer.name)}
              onClick={trusted(() => remove(reviewer))}
            >
              ×
            </button>
          </span>
        ))}
      </span>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (event.isTrusted) void add();
        }}
        // A forge's own shortcuts listen to bare keys on the page.
        onKeyDown={(event) => event.stopPropagation()}
      >
        <input
          ref={input}
          list="candidates"
          aria-label={t("addReviewers")}
          placeholder={t("loginOrTeam")}
          autocomplete="off"
          spellcheck={false}
          disabled={!requested}
        />
        <datalist id="candidates">
          {candidates.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button type="submit" aria-disabled={!requested || busy}>
          {t("request")}
        </button>
      </form>
    </fieldset>
  );
}

export const reviewRequests = declareControl({
  id: "review-request",
  on: ["pull-request"],
  name: "reviewRequests",
  Face: ReviewRequests,
});

/** Names as people type them, with or without `@`, one or several; a slash makes a team. */
function readReviewers(typed: string): Reviewer[] {
  const names = typed.split(/[\s,]+/).map((name) => name.replace(/^@/, ""));
  return names.filter(Boolean).map((name) => ({ kind: name.includes("/") ? "team" : "user", name }));
}
