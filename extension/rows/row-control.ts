import type { DrawControlWidget } from "../controls/control.ts";
import { t } from "../locales/i18n.ts";
import type { TextKey } from "../locales/text-keys.ts";
import type { ControlId, ControlStates } from "../model/control-states.ts";
import type { Problem } from "../model/problem.ts";
import { createControlStore } from "../ui/control-store.ts";
import { drawProblemNote } from "../ui/draw-problem-note.ts";
import { button, element, setAttributes } from "../ui/element.ts";
import { keepFocus } from "../ui/user-focus.ts";
import type { ControlView } from "../ui/view.ts";
import { openPopover, type RowPopover } from "./open-popover.ts";

export interface RowControlOptions<C extends ControlId> {
  readonly id: C;
  readonly name: TextKey;
  readonly draw: DrawControlWidget<C>;
  readonly isKnown: (state: ControlStates[C]) => boolean;
}

/**
 * Draws a compact control: its widget if the state is known, otherwise a button that explains why it is not. Failed
 * changes are explained in a popover.
 */
export function drawRowControl<C extends ControlId>(
  { id, name, draw, isKnown }: RowControlOptions<C>,
  view: ControlView,
  signal: AbortSignal,
): HTMLElement {
  const store = createControlStore(id, view);
  const widget = draw(view, store.current, signal);
  const note = drawProblemNote(t(name), view, () => store.current().refresh());
  const unknownButton = button({ class: "why", "aria-label": t("rowWhy", t(name)) }, toggleNote, "?");
  const control = element("div", { class: "control" }, widget.element);
  let popover: RowPopover | undefined;
  /** Problem of the last change, once it has been shown. */
  let shownProblem: Problem | undefined;

  function toggleNote(): void {
    if (popover) popover.close();
    else openNote();
  }

  function openNote(): void {
    popover = openPopover({
      opener: control,
      label: t(name),
      fill: (container) => container.append(note.element),
      onClose() {
        popover = undefined;
        setAttributes(unknownButton, { "aria-expanded": false });
      },
    });
    setAttributes(unknownButton, { "aria-expanded": true });
  }

  function show(): void {
    const { busy, state, problem } = store.current();
    const reason: Problem | undefined = problem ?? problemOf(state);
    const isUnknown = reason !== undefined && !(state && isKnown(state));
    setAttributes(control, { "aria-busy": busy });
    setAttributes(unknownButton, { title: reason?.text, "aria-expanded": popover !== undefined });
    widget.show(store.current());
    replaceContent(isUnknown ? unknownButton : widget.element);
    note.show(reason);
    if (!reason) popover?.close();
    // The problem of a change is shown immediately. The reason for an unknown state is shown only on request.
    if (problem && problem !== shownProblem && !isUnknown && !popover) openNote();
    shownProblem = problem;
  }

  /** Replaces the displayed element and keeps the focus. */
  function replaceContent(wanted: HTMLElement): void {
    const other = control.firstElementChild;
    if (other === wanted || !other) return;
    const moveFocus = keepFocus(other);
    other.replaceWith(wanted);
    moveFocus(wanted.matches("button") ? wanted : wanted.querySelector("button"));
  }

  signal.addEventListener("abort", () => {
    popover?.close();
    note.show(undefined);
  });
  show();
  store.start(show, signal);
  return control;
}

const problemOf = (state: { readonly why?: Problem } | undefined): Problem | undefined => state?.why;
