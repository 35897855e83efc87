import type { OverlayPart } from "../messages/page.ts";
import { sharedGlobal } from "./shared-global.ts";
import type { ControlView } from "./view.ts";

/**
 * Draws a part of the overlay into an element.
 * @param signal removes the part when aborted
 */
export type DrawPart = (element: Element, view: ControlView, signal: AbortSignal) => void;

declare global {
  /** Loaded parts by name. All content scripts of the extension share this object; the page has its own. */
  var forgehandParts: { [P in OverlayPart]?: DrawPart } | undefined;
}

/** Registers a loaded part. */
export function registerPart(part: OverlayPart, draw: DrawPart): void {
  globalThis.forgehandParts = { ...sharedGlobal("forgehandParts"), [part]: draw };
}

/** Draws a part, loading it first if necessary. */
export async function drawPart(
  part: OverlayPart,
  element: Element,
  view: ControlView,
  signal: AbortSignal,
): Promise<void> {
  if (!sharedGlobal("forgehandParts")?.[part]) await view.loadPart(part);
  if (!signal.aborted) sharedGlobal("forgehandParts")?.[part]?.(element, view, signal);
}
