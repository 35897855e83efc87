import type { ControlId } from "../messages/states.ts";
import type { View } from "../ui/view.ts";
import type { Row } from "./find-rows.ts";
import type { Size } from "./free-place.ts";
import { applyPlace, holderOf, type Place } from "./placing.ts";
import { drawRowControls } from "./row-controls.ts";
import { createRowHost } from "./row-host.ts";

/** How large a control is in a row, and what is between two, in pixels: as rows.css has them. */
const WIDTHS: Readonly<Record<ControlId, number>> = { star: 24, watch: 24, "review-request": 32 };
const HEIGHT = 24;
const GAP = 2;

/** How much room a row's controls take, whatever they show. */
export function sizeOf(controls: readonly ControlId[]): Size {
  const widths = controls.map((id) => WIDTHS[id]);
  return { width: widths.reduce((sum, width) => sum + width + GAP, -GAP), height: HEIGHT };
}

/** A row's controls on the page. */
export interface DrawnRow {
  readonly host: HTMLElement;
  place(place: Place): void;
  remove(): void;
}

/** What a row's controls need beside the row. */
export interface RowDrawing {
  readonly view: View;
  readonly controls: readonly ControlId[];
  readonly theme: string;
  readonly place: Place;
  /** Is the row still about what it was drawn for? Asked before anything that a person does reaches a control. */
  readonly isTrue: () => boolean;
}

/** Draws a row's controls into it, where nothing moves for them. */
export function drawRow(row: Row, { view, controls, theme, place, isTrue }: RowDrawing): DrawnRow {
  const holder = holderOf(row.element, row.title);
  const life = new AbortController();
  const { signal } = life;
  const host = createRowHost(theme, drawRowControls(controls, view, signal));
  const styled = holder.hasAttribute("style");
  const guard = (event: Event) => {
    if (isTrue()) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  for (const type of ["click", "keydown", "submit"]) host.addEventListener(type, guard, { signal, capture: true });
  // Rows are links themselves on some pages, and have shortcuts.
  for (const type of ["click", "keydown"]) host.addEventListener(type, (event) => event.stopPropagation(), { signal });
  // Where there is no room but over words, they are shown to who is at the row.
  holder.addEventListener("pointerenter", () => host.setAttribute("near", ""), { signal });
  holder.addEventListener("pointerleave", () => host.removeAttribute("near"), { signal });
  applyPlace(holder, host, place);
  holder.append(host);
  return {
    host,
    place: (place) => applyPlace(holder, host, place),
    remove() {
      life.abort();
      host.remove();
      if (place.isStatic && holder instanceof HTMLElement) holder.style.removeProperty("position");
      // Read first: browsers write it down only for who reads it.
      if (!styled && holder.getAttribute("style") === "") holder.removeAttribute("style");
    },
  };
}
