import { options, render } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { language, t } from "../locales/i18n.ts";
import type { Intents, Reviewer } from "../model/control-states.ts";
import { toProblem } from "../ui/call-worker.ts";
import type { DrawPart } from "../ui/parts.ts";
import { isPressSeen } from "../ui/press.ts";
import { ProblemNote } from "../ui/problem-note.tsx";
import { drawSealed } from "../ui/seal.ts";
import { type ControlSnapshot, useControl } from "../ui/use-control.ts";
import { focusForUser } from "../ui/user-focus.ts";
import { type ControlView, subjectName } from "../ui/view.ts";
import { AddReviewers } from "./add-reviewers.tsx";
import { addStyle } from "./add-style.ts";
import { Chip } from "./chip.tsx";
import { RepeatIcon } from "./icons.tsx";
import { distinct, without } from "./names.ts";

let nextId = 0;

/** Requested reviewers, past reviewers, and a field that requests more. */
function ReviewRequests({
  state,
  busy,
  change,
  view,
}: ControlSnapshot<"review-request"> & { readonly view: ControlView }) {
  const id = useMemo(() => `requests-${++nextId}`, []);
  const group = useRef<HTMLFieldSetElement>(null);
  // While the state is unknown (offline, rate limit), the last known reviewers are shown with the reason.
  const lastRequested = useRef<readonly Reviewer[]>(undefined);
  useEffect(() => {
    // Ignores the optimistic state of a pending change.
    if (!busy && state?.requested) lastRequested.current = state.requested;
  }, [state, busy]);
  const known = state?.requested ?? undefined;
  const requested = known ?? lastRequested.current ?? [];
  const reviewed = without(state?.reviewed ?? [], requested);
  const isDisabled = !known || state?.cannot !== undefined;
  const subject = subjectName(view);

  const undo = async (intent: Intents["review-request"]) => {
    const isSeen = await isPressSeen();
    const { problem } = await view
      .change("review-request", intent, isSeen)
      .catch((error: unknown) => ({ problem: toProblem(error) }));
    if (problem) view.notify(problem.text);
  };
  const add = async (reviewers: readonly Reviewer[]) => {
    if (!state || !known || busy) return false;
    const newReviewers = without(reviewers, known);
    const done = await change(
      { add: reviewers },
      { ...state, requested: distinct([...known, ...reviewers]), reviewed: without(state.reviewed, reviewers) },
    );
    if (done) view.notify(t("askedNow", formatNames(reviewers), subject), () => void undo({ remove: newReviewers }));
    return done;
  };
  const remove = async (reviewer: Reviewer) => {
    if (!state || !known || busy) return;
    // The focused button is about to be removed.
    focusForUser(group.current?.querySelector<HTMLElement>("[role=combobox]"));
    const done = await change({ remove: [reviewer] }, { ...state, requested: without(known, [reviewer]) });
    if (done) view.notify(t("withdrawnNow", reviewer.name, subject), () => void undo({ add: [reviewer] }));
  };

  return (
    <fieldset
      ref={group}
      class={view.isCompact ? "rv rv-small" : "rv"}
      aria-label={t("reviewRequests")}
      onKeyDown={stopKeyPropagation}
    >
      <span class="rv-label" aria-hidden="true">
        {t("reviewers")}
      </span>
      {!state && <span class="rv-wait" aria-hidden="true" />}
      {state && !known && <span class="rv-dim">{t("requestsUnknown")}</span>}
      {known?.length === 0 && reviewed.length === 0 && <span class="rv-dim">{t("noneYet")}</span>}
      {requested.length > 0 && (
        <ul class="rv-chips" aria-label={t("reviewRequests")}>
          {requested.map((reviewer) => (
            <Chip
              key={`${reviewer.kind} ${reviewer.name}`}
              {...{ reviewer, isDisabled, className: known ? "" : "rv-old", label: t("removeReviewer", reviewer.name) }}
              onPress={() => void remove(reviewer)}
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
                {...{ reviewer, isDisabled, className: "rv-done", label: t("askAgain", reviewer.name) }}
                onPress={() => void add([reviewer])}
              >
                <RepeatIcon />
              </Chip>
            ))}
          </ul>
        </div>
      )}
      <AddReviewers
        {...{ view, requested, isDisabled, busy, requestReviews: add }}
        obstacleId={state?.cannot && `${id}-why`}
      />
      {state?.cannot && (
        <p id={`${id}-why`} class="rv-why">
          {state.cannot.text}
        </p>
      )}
    </fieldset>
  );
}

const formatNames = (reviewers: readonly Reviewer[]) =>
  new Intl.ListFormat(language()).format(reviewers.map(({ name }) => name));

/**
 * Prevents keys from triggering the page's single-key shortcuts. Escape is passed on, because it may close the popover
 * around the widget.
 */
function stopKeyPropagation(event: KeyboardEvent): void {
  if (event.key !== "Escape") event.stopPropagation();
}

function ReviewRequestControl({ view }: { readonly view: ControlView }) {
  const control = useControl("review-request", view);
  return (
    <div class="rv-control" aria-busy={control.busy}>
      <ReviewRequests {...control} view={view} />
      <ProblemNote
        name={t("reviewRequests")}
        problem={control.problem ?? control.state?.why}
        retry={control.refresh}
        view={view}
      />
    </div>
  );
}

/** The elements drawn on the page. */
const drawn = new Set<Element>();

/** Seals what is drawn again after each of its updates. */
options.debounceRendering = (update) =>
  queueMicrotask([...drawn].reduce((draw, element) => () => drawSealed(element, draw), update));

/** Draws the review requests of a pull request into an element. */
export const drawReviewRequests: DrawPart = (element, view, signal) => {
  addStyle(element);
  render(<ReviewRequestControl view={view} />, element);
  const control = element.querySelector(".rv-control");
  if (control) drawn.add(control);
  if (control) drawSealed(control, () => undefined);
  signal.addEventListener("abort", () => {
    if (control) drawn.delete(control);
    render(null, element);
  });
};
