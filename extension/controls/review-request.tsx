import { useRef } from "preact/hooks";
import type { Reviewer } from "../messages.ts";
import { trusted } from "../ui/trusted.ts";
import { declareControl } from "./control.tsx";

export const reviewRequest = declareControl({
  id: "review-request",
  on: "pull-request",
  name: "Review requests",
  View({ state, busy, act }) {
    const input = useRef<HTMLInputElement>(null);

    const add = () => {
      const typed = input.current?.value ?? "";
      const reviewers = readReviewers(typed);
      if (!state || busy || reviewers.length === 0) return;
      const names = new Set(state.requested.map(({ name }) => name.toLowerCase()));
      const requested = [...state.requested, ...reviewers.filter(({ name }) => !names.has(name.toLowerCase()))];
      void act({ add: reviewers }, { ...state, requested }).then((done) => {
        // What was typed stays where it was refused, unless more was typed since.
        if (done && input.current?.value === typed) input.current.value = "";
      });
    };
    const remove = (reviewer: Reviewer) => {
      if (!state || busy) return;
      const requested = state.requested.filter(({ name }) => name !== reviewer.name);
      void act({ remove: [reviewer] }, { ...state, requested });
      input.current?.focus();
    };
    return (
      <fieldset aria-label="Review requests">
        <span class="label" aria-hidden="true">
          Reviewers
        </span>
        {state?.requested.length === 0 && <span class="dim">nobody yet</span>}
        <span class="chips">
          {state?.requested.map((reviewer) => (
            <span class="chip" key={reviewer.name}>
              {reviewer.name}
              <button type="button" aria-label={`Remove ${reviewer.name}`} onClick={trusted(() => remove(reviewer))}>
                ×
              </button>
            </span>
          ))}
        </span>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (event.isTrusted) add();
          }}
          // A forge's own shortcuts listen to bare keys on the page.
          onKeyDown={(event) => event.stopPropagation()}
        >
          <input
            ref={input}
            list="candidates"
            aria-label="Add reviewers"
            placeholder="login or org/team"
            autocomplete="off"
            spellcheck={false}
            disabled={!state}
          />
          <datalist id="candidates">
            {state?.candidates.map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <button type="submit" aria-disabled={!state || busy}>
            Request
          </button>
        </form>
      </fieldset>
    );
  },
});

/** Names as people type them, with or without `@`, one or several; a slash makes a team. */
function readReviewers(typed: string): Reviewer[] {
  const names = typed.split(/[\s,]+/).map((name) => name.replace(/^@/, ""));
  return names.filter(Boolean).map((name) => ({ kind: name.includes("/") ? "team" : "user", name }));
}
