import { t } from "../locales/i18n.ts";
import type { TextKey } from "../locales/text-keys.ts";
import type { ControlId } from "../model/control-states.ts";
import type { Problem } from "../model/problem.ts";
import type { ParsedPage } from "../page/parse-page.ts";
import { type ControlSnapshot, createControlStore } from "../ui/control-store.ts";
import { drawLateNote } from "../ui/draw-late-note.ts";
import { button, element, setAttributes } from "../ui/element.ts";
import type { ShortcutAction } from "../ui/shortcuts.ts";
import type { ControlView } from "../ui/view.ts";

/** A control: the pages that it appears on and how it is mounted. */
export interface OverlayControl {
  readonly id: ControlId;
  readonly pageKinds: readonly ParsedPage["kind"][];
  /**
   * Mounts the control into an element and keeps it up to date.
   * @param signal removes the control when aborted
   * @returns the action of its keyboard shortcut
   */
  mount(container: Element, view: ControlView, signal: AbortSignal): ShortcutAction;
}

/** DOM of a control that displays its state. */
export interface ControlWidget<C extends ControlId> {
  readonly element: HTMLElement;
  show(snapshot: ControlSnapshot<C>): void;
  readonly shortcut: ShortcutAction;
}

/**
 * Creates a control's DOM.
 * @param getSnapshot returns the control's current state
 * @param signal aborted when the control is removed
 */
export type DrawControlWidget<C extends ControlId> = (
  view: ControlView,
  getSnapshot: () => ControlSnapshot<C>,
  signal: AbortSignal,
) => ControlWidget<C>;

/** Declares a control with the shared behavior for busy states and problems. */
export function declareControl<C extends ControlId>({
  id,
  pageKinds,
  name,
  draw,
}: {
  readonly id: C;
  readonly pageKinds: readonly ParsedPage["kind"][];
  /** Name of the control in problem messages. */
  readonly name: TextKey;
  readonly draw: DrawControlWidget<C>;
}): OverlayControl {
  return {
    id,
    pageKinds,
    mount(container, view, signal) {
      const store = createControlStore(id, view);
      const widget = draw(view, store.current, signal);
      const note = drawLateNote(t(name), view, () => store.current().refresh());
      let isExplained = false;
      const toggleNote = () => {
        isExplained = !isExplained;
        show();
      };
      const whyButton = button({ class: "explain", "aria-label": t("rowWhy", t(name)) }, toggleNote, "?");
      const control = element("div", { class: "control" }, widget.element, whyButton, note.element);
      const show = () => {
        const { busy, problem, state: known } = store.current();
        const state: { readonly why?: Problem } | undefined = known;
        const reason = problem ?? state?.why;
        // A state that the token can't read is not a failure of something that the user did.
        const isUnavailable = reason?.kind === "permission" && (!problem || !state);
        isExplained &&= isUnavailable;
        setAttributes(control, { "aria-busy": busy, "data-unavailable": isUnavailable || undefined });
        setAttributes(whyButton, { title: reason?.text, "aria-expanded": isExplained });
        widget.show(store.current());
        note.show(isUnavailable && !isExplained ? undefined : reason);
      };
      show();
      container.append(control);
      signal.addEventListener("abort", () => {
        note.show(undefined);
        control.remove();
      });
      store.start(show, signal);
      return widget.shortcut;
    },
  };
}
