import { type ComponentType, render, type VNode } from "preact";
import type { Word } from "../locales/words.ts";
import type { ControlId, States } from "../messages/states.ts";
import type { Page } from "../page/parse-page.ts";
import { ProblemNote } from "../ui/problem-note.tsx";
import { type ControlState, useControl } from "../ui/use-control.ts";
import type { View } from "../ui/view.ts";
import { t } from "../ui/words.ts";

/** A widget: on which kinds of pages it shows, and what draws it. */
export interface Control {
  readonly id: ControlId;
  readonly on: readonly Page["kind"][];
  /**
   * Draws it into an element, and keeps it true.
   * @param signal takes it away
   */
  init(element: Element, view: View, signal: AbortSignal): void;
}

/** What a control draws: its state on a page, and where that is. */
export interface Drawn<C extends ControlId> extends ControlState<C> {
  readonly view: View;
}

/** Declares a control, so that all of them look, act and explain themselves in the same way. */
export function declareControl<C extends ControlId>(declaration: {
  readonly id: C;
  readonly on: readonly Page["kind"][];
  /** What to call it in an explanation. */
  readonly name: Word;
  readonly Face: ComponentType<Drawn<C>>;
}): Control {
  const { id, on, name, Face } = declaration;
  const Whole = ({ view }: { readonly view: View }): VNode => {
    const control = useControl(id, view);
    return (
      <div class="control" aria-busy={control.busy}>
        <Face {...control} view={view} />
        <ProblemNote
          name={t(name)}
          problem={control.problem ?? whyOf(control.state)}
          retry={control.look}
          view={view}
        />
      </div>
    );
  };
  return {
    id,
    on,
    init(element, view, signal) {
      render(<Whole view={view} />, element);
      signal.addEventListener("abort", () => render(null, element));
    },
  };
}

const whyOf = (state: States[ControlId] | undefined) => state?.why;
