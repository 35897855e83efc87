import { render } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Reviewer } from "../messages/states.ts";
import { problemIn } from "../ui/ask.ts";
import type { DrawPart } from "../ui/parts.ts";
import { ProblemNote } from "../ui/problem-note.tsx";
import { type ControlState, useControl } from "../ui/use-control.ts";
import { subjectName, type View } from "../ui/view.ts";
import { language, t } from "../ui/words.ts";
import { AddReviewers } from "./add-reviewers.tsx";
import { Chip } from "./chip.tsx";
import { AgainIcon } from "./icons.tsx";
import { distinct, without } from "./names.ts";
import { giveStyle } from "./style.ts";

let groups = 0;

/** Who is asked for a review, who has given one, and a field that asks more. */
function ReviewRequests({ state, busy, act, view }: ControlState<"review-request"> & { readonly view: View }) {
  const id = useMemo(() => `requests-${++groups}`, []);
  const group = useRef<HTMLFieldSetElement>(null);
  // While nobody can tell (offline, a limit), who was asked last is shown beside the reason.
  const last = useRef<readonly Reviewer[]>(undefined);
  useEffect(() => {
    // What a click hopes for is not known yet.
    if (!busy && state?.requested) last.current = state.requested;
  }, [state, busy]);
  const known = state?.requested ?? undefined;
  const requested = known ?? last.current ?? [];
  const reviewed = without(state?.reviewed ?? [], requested);
  const off = !known || state?.cannot !== undefined;
  const subject = subjectName(view);

  const takeBack = async (...change: Parameters<typeof view.act<"review-request">>) => {
    const { problem } = await view.act(...change).catch((error: unknown) => ({ problem: problemIn(error) }));
    if (problem) view.say(problem.text);
  };
  const add = async (reviewers: readonly Reviewer[]) => {
    if (!state || !known || busy) return false;
    const fresh = without(reviewers, known);
    const done = await act(
      { add: reviewers },
      { ...state, requested: distinct([...known, ...reviewers]), reviewed: without(state.reviewed, reviewers) },
    );
    if (done) view.say(t("askedNow", namesOf(reviewers), subject), () => void takeBack(...withdrawing(fresh)));
    return done;
  };
  const remove = async (reviewer: Reviewer) => {
    if (!state || !known || busy) return;
    // Its button goes away, and the focus must not go with it.
    group.current?.querySelector<HTMLElement>("[role=combobox]")?.focus();
    const done = await act({ remove: [reviewer] }, { ...state, requested: without(known, [reviewer]) });
    if (done) view.say(t("withdrawnNow", reviewer.name, subject), () => void takeBack(...asking(reviewer)));
  };

  return (
    <fieldset
      ref={group}
      class={view.small ? "rv rv-small" : "rv"}
      aria-label={t("reviewRequests")}
      onKeyDown={keepKeys}
    >
      <span class="rv-label" aria-hidden="true">
        {t("reviewers")}
      </span>
      {!state && <span class="rv-wait" aria-hidden="true" />}
      {state && !known && <span class="rv-dim">{t("requestsUnknown")}</span>}
      {known?.length === 0 && reviewed.length === 0 && <span class="rv-dim">{t("nobodyYet")}</span>}
      {requested.length > 0 && (
        <ul class="rv-chips" aria-label={t("reviewRequests")}>
          {requested.map((reviewer) => (
            <Chip
              key={`${reviewer.kind} ${reviewer.name}`}
              {...{ reviewer, off, look: known ? "" : "rv-old", does: t("removeReviewer", reviewer.name) }}
              press={() => void remove(reviewer)}
            />
          ))}
        </ul>
      )}
      {reviewed.length > 0 && (
        <div class="rv-past">
          <span class="rv-dim" aria-hidden="true">
            {t("haveReviewed")}
          </span>
          <ul class="rv-chips" aria-label={t("haveReviewed")}>
            {reviewed.map((reviewer) => (
              <Chip
                key={`${reviewer.kind} ${reviewer.name}`}
                {...{ reviewer, off, look: "rv-done", does: t("askAgain", reviewer.name) }}
                press={() => void add([reviewer])}
              >
                <AgainIcon />
              </Chip>
            ))}
          </ul>
        </div>
      )}
      <AddReviewers {...{ view, requested, off, busy, ask: add }} why={state?.cannot && `${id}-why`} />
      {state?.cannot && (
        <p id={`${id}-why`} class="rv-why">
          {state.cannot.text}
        </p>
      )}
    </fieldset>
  );
}

const namesOf = (reviewers: readonly Reviewer[]) =>
  new Intl.ListFormat(language()).format(reviewers.map(({ name }) => name));
const withdrawing = (reviewers: readonly Reviewer[]) => ["review-request", { remove: reviewers }] as const;
const asking = (reviewer: Reviewer) => ["review-request", { add: [reviewer] }] as const;

/** A forge's own shortcuts listen to bare keys; Escape may close what this is in. */
function keepKeys(event: KeyboardEvent): void {
  if (event.key !== "Escape") event.stopPropagation();
}

function Whole({ view }: { readonly view: View }) {
  const control = useControl("review-request", view);
  return (
    <div class="rv-control" aria-busy={control.busy}>
      <ReviewRequests {...control} view={view} />
      <ProblemNote
        name={t("reviewRequests")}
        problem={control.problem ?? control.state?.why}
        retry={control.look}
        view={view}
      />
    </div>
  );
}

/** The review requests of a pull request, wherever they are drawn. */
export const reviewRequests: { readonly init: DrawPart } = {
  init(element, view, signal) {
    giveStyle(element);
    render(<Whole view={view} />, element);
    signal.addEventListener("abort", () => render(null, element));
  },
};
