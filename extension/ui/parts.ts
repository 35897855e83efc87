import type { Part } from "../messages/page.ts";
import { sharedAs } from "./shared-name.ts";
import type { View } from "./view.ts";

/** What a part of the overlay does with a place that it is given. @param signal takes it away */
export type DrawPart = (element: Element, view: View, signal: AbortSignal) => void;

declare global {
  /** The parts that are loaded, by name: scripts of one extension share this object, and the page has another one. */
  var forgehandParts: { [P in Part]?: DrawPart } | undefined;
}

/** Makes a part known to the overlay that had it loaded. */
export function offerPart(part: Part, draw: DrawPart): void {
  globalThis.forgehandParts = { ...sharedAs("forgehandParts"), [part]: draw };
}

/** Draws a part, which is loaded where it isn't there yet. */
export async function drawPart(part: Part, element: Element, view: View, signal: AbortSignal): Promise<void> {
  if (!sharedAs("forgehandParts")?.[part]) await view.load(part);
  if (!signal.aborted) sharedAs("forgehandParts")?.[part]?.(element, view, signal);
}
