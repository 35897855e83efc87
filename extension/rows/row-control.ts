import type { DrawFace } from "../controls/control.ts";
import type { Word } from "../locales/words.ts";
import type { Problem } from "../messages/problem.ts";
import type { ControlId, States } from "../messages/states.ts";
import { createControlStore } from "../ui/control-store.ts";
import { button, element, setAttributes } from "../ui/element.ts";
import { drawNote } from "../ui/problem.ts";
import type { View } from "../ui/view.ts";
import { t } from "../ui/words.ts";
import { type Bubble, openBubble } from "./bubble.ts";

/** How a control is drawn in a row. */
export interface SmallControl<C extends ControlId> {
  readonly id: C;
  readonly name: Word;
  readonly face: DrawFace<C>;
  readonly isKnown: (state: States[C]) => boolean;
}

/**
 * Draws a control as small as a row needs it: its face where its state is known, else a button that says why it isn't. Why
 * a change did not happen is said beside it.
 */
export function drawRowControl<C extends ControlId>(
  { id, name, face, isKnown }: SmallControl<C>,
  view: View,
  signal: AbortSignal,
): HTMLElement {
  const store = createControlStore(id, view);
  const drawn = face(view, store.now, signal);
  const note = drawNote(t(name), view, () => store.now().look());
  const mark = element("span", { "aria-hidden": true }, "?");
  const why = button({ class: "why", "aria-label": t("rowWhy", t(name)) }, askWhy, mark);
  const control = element("div", { class: "control" }, drawn.element);
  let bubble: Bubble | undefined;
  /** Why the last change did not happen, once that was said. */
  let said: Problem | undefined;

  function askWhy(): void {
    if (bubble) bubble.close();
    else openNote();
  }

  function openNote(): void {
    bubble = openBubble({
      ...{ opener: control, label: t(name) },
      fill: (place) => place.append(note.element),
      closed() {
        bubble = undefined;
        setAttributes(why, { "aria-expanded": false });
      },
    });
    setAttributes(why, { "aria-expanded": true });
  }

  function show(): void {
    const { busy, state, problem } = store.now();
    const reason: Problem | undefined = problem ?? reasonOf(state);
    const isUnknown = reason !== undefined && !(state && isKnown(state));
    setAttributes(control, { "aria-busy": busy });
    setAttributes(why, { title: reason?.text, "aria-expanded": bubble !== undefined });
    drawn.show(store.now());
    swap(isUnknown ? why : drawn.element);
    note.show(reason);
    if (!reason) bubble?.close();
    // What went wrong with a change is said at once; why something isn't known, to who asks.
    if (problem && problem !== said && !isUnknown && !bubble) openNote();
    said = problem;
  }

  /** Shows one in place of the other, which may have the focus. */
  function swap(wanted: HTMLElement): void {
    const other = control.firstElementChild;
    if (other === wanted || !other) return;
    const hadFocus = other.matches(":focus, :focus-within");
    other.replaceWith(wanted);
    if (hadFocus) (wanted.matches("button") ? wanted : wanted.querySelector("button"))?.focus();
  }

  signal.addEventListener("abort", () => {
    bubble?.close();
    note.show(undefined);
  });
  show();
  store.start(show, signal);
  return control;
}

const reasonOf = (state: { readonly why?: Problem } | undefined): Problem | undefined => state?.why;
