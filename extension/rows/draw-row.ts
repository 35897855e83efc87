import type { ControlId } from "../model/control-states.ts";
import type { ControlView } from "../ui/view.ts";
import type { ListRow } from "./find-rows.ts";
import type { Size } from "./free-position.ts";
import { drawRowControls } from "./row-controls.ts";
import { createRowHost } from "./row-host.ts";
import { applyPosition, containerOf, type RowPosition } from "./row-position.ts";

/** Width of each control in a row and the gap between two, in pixels. Must match rows.css. */
const WIDTHS: Readonly<Record<ControlId, number>> = { star: 24, watch: 24, "review-request": 32 };
const HEIGHT = 24;
const GAP = 2;

/** Size of a row's controls; independent of their state. */
export function controlsSize(controls: readonly ControlId[]): Size {
  const widths = controls.map((id) => WIDTHS[id]);
  return { width: widths.reduce((sum, width) => sum + width + GAP, -GAP), height: HEIGHT };
}

/** A row's controls on the page. */
export interface DrawnRow {
  readonly host: HTMLElement;
  setPosition(position: RowPosition): void;
  remove(): void;
}

/** Data for drawing a row, in addition to the row. */
export interface DrawRowOptions {
  readonly view: ControlView;
  readonly controls: readonly ControlId[];
  readonly theme: string;
  readonly position: RowPosition;
  /** Whether the row still shows the subject that it was drawn for. Checked before any user input is handled. */
  readonly isCurrent: () => boolean;
}

/** Draws a row's controls without moving any of the row's content. */
export function drawRow(row: ListRow, { view, controls, theme, position, isCurrent }: DrawRowOptions): DrawnRow {
  const container = containerOf(row.element, row.title);
  const controller = new AbortController();
  const { signal } = controller;
  const host = createRowHost(theme, drawRowControls(controls, view, signal), isCurrent);
  const hadStyle = container.hasAttribute("style");
  // On some pages, rows are links themselves or handle keyboard shortcuts.
  for (const type of ["click", "keydown"]) host.addEventListener(type, (event) => event.stopPropagation(), { signal });
  // Controls that cover text are only shown while the pointer is over the row.
  container.addEventListener("pointerenter", () => host.setAttribute("near", ""), { signal });
  container.addEventListener("pointerleave", () => host.removeAttribute("near"), { signal });
  applyPosition(container, host, position);
  container.append(host);
  return {
    host,
    setPosition: (position) => applyPosition(container, host, position),
    remove() {
      controller.abort();
      host.remove();
      if (position.needsPositioning && container instanceof HTMLElement) container.style.removeProperty("position");
      // Read the attribute first: browsers serialize the style only when it is read.
      if (!hadStyle && container.getAttribute("style") === "") container.removeAttribute("style");
    },
  };
}
