import type { ComponentType, VNode } from "preact";
import type { ControlId } from "../messages.ts";
import type { Page } from "../page/parse-page.ts";
import { trusted } from "../ui/trusted.ts";
import { type ControlState, useControl } from "../ui/use-control.ts";

/** A widget of the overlay: where it shows, and what it draws on a page. */
export interface Control {
  readonly id: ControlId;
  readonly on: Page["kind"];
  readonly Widget: ComponentType<{ readonly page: string }>;
}

/** Declares a control, so that all of them look, act and explain themselves in the same way. */
export function declareControl<C extends ControlId>(declaration: {
  readonly id: C;
  readonly on: Page["kind"];
  /** What to call it in an explanation. */
  readonly name: string;
  readonly View: (control: ControlState<C>) => VNode;
}): Control {
  const { id, on, name, View } = declaration;
  return {
    id,
    on,
    Widget({ page }) {
      const control = useControl(id, page);
      return (
        <div class="control" aria-busy={control.busy}>
          <View {...control} />
          {control.problem && (
            <p class="problem" role="alert">
              <strong>{name}:</strong> {control.problem}
              {!control.state && (
                <button type="button" onClick={trusted(() => void control.retry())}>
                  Try again
                </button>
              )}
            </p>
          )}
        </div>
      );
    },
  };
}
