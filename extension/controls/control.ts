import type { Word } from "../locales/words.ts";
import type { ControlId } from "../messages/states.ts";
import type { Page } from "../page/parse-page.ts";
import { type ControlState, createControlStore } from "../ui/control-store.ts";
import { element } from "../ui/element.ts";
import { drawNote } from "../ui/problem.ts";
import type { View } from "../ui/view.ts";
import { t } from "../ui/words.ts";

/** A widget: on which kinds of pages it shows, what draws it, and what its shortcut does. */
export interface Control {
  readonly id: ControlId;
  readonly on: readonly Page["kind"][];
  /**
   * Draws it into an element, and keeps it true.
   * @param signal takes it away
   * @returns what its shortcut does
   */
  init(place: Element, view: View, signal: AbortSignal): Shortcut;
}

/** Does what a control's shortcut is for. Called for what a person pressed, and for nothing else. */
export type Shortcut = () => void;

/** What a control shows of its state. */
export interface Face<C extends ControlId> {
  readonly element: HTMLElement;
  show(now: ControlState<C>): void;
  readonly shortcut: Shortcut;
}

/** Draws a face once. @param now what the control's state is by then. @param signal it is taken away */
export type DrawFace<C extends ControlId> = (view: View, now: () => ControlState<C>, signal: AbortSignal) => Face<C>;

/** Declares a control, so that all of them look, act and explain themselves in the same way. */
export function declareControl<C extends ControlId>({
  id,
  on,
  name,
  face,
}: {
  readonly id: C;
  readonly on: readonly Page["kind"][];
  /** What to call it in an explanation. */
  readonly name: Word;
  readonly face: DrawFace<C>;
}): Control {
  return {
    id,
    on,
    init(place, view, signal) {
      const store = createControlStore(id, view);
      const drawn = face(view, store.now, signal);
      const note = drawNote(t(name), view, () => store.now().look());
      const control = element("div", { class: "control" }, drawn.element, note.element);
      const show = () => {
        const now = store.now();
        const state: { readonly why?: Parameters<typeof note.show>[0] } | undefined = now.state;
        control.setAttribute("aria-busy", String(now.busy));
        drawn.show(now);
        note.show(now.problem ?? state?.why);
      };
      show();
      place.append(control);
      signal.addEventListener("abort", () => {
        note.show(undefined);
        control.remove();
      });
      store.start(show, signal);
      return drawn.shortcut;
    },
  };
}
