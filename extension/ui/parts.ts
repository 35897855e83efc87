import type { createToasts } from "./create-toasts.ts";
import type { drawProblemNote } from "./draw-problem-note.ts";
import type { createEdgeTab } from "./edge-tab.ts";
import type { createMismatchNote } from "./mismatch-note.ts";
import type { hasComeUnderPointer, isSecondPress } from "./pointer-checks.ts";
import { sharedGlobal } from "./shared-global.ts";
import type { listenForShortcuts } from "./shortcuts.ts";
import type { ControlView } from "./view.ts";
import type { isVisibleToUser, watchVisibility } from "./visibility.ts";
import type { openWatchMenu } from "./watch-menu.ts";

/**
 * Draws a part of the overlay into an element.
 * @param signal removes the part when aborted
 */
export type DrawPart = (element: Element, view: ControlView, signal: AbortSignal) => void;

/** Parts of the overlay that are loaded when they are first needed, by the name of their script. */
export interface LoadedParts {
  readonly reviewers: DrawPart;
  readonly rows: DrawPart;
  readonly menu: typeof openWatchMenu;
  readonly note: typeof drawProblemNote;
  readonly edge: typeof createEdgeTab;
  readonly interaction: InteractionPart;
}

/** The part that is loaded as soon as the overlay is drawn, because it is needed when the user does something. */
export interface InteractionPart {
  /** Styles of what the controls show when they are pressed. */
  readonly style: string;
  readonly createToasts: typeof createToasts;
  readonly listenForShortcuts: typeof listenForShortcuts;
  readonly createMismatchNote: typeof createMismatchNote;
  readonly watchVisibility: typeof watchVisibility;
  readonly isVisibleToUser: typeof isVisibleToUser;
  readonly hasComeUnderPointer: typeof hasComeUnderPointer;
  readonly isSecondPress: typeof isSecondPress;
}

declare global {
  /** Loaded parts by name. All content scripts of the extension share this object; the page has its own. */
  var forgehandParts: Partial<LoadedParts> | undefined;
}

/** Registers a loaded part. */
export function registerPart<P extends keyof LoadedParts>(part: P, loaded: LoadedParts[P]): void {
  globalThis.forgehandParts = { ...sharedGlobal("forgehandParts"), [part]: loaded };
}

/** Returns a part, loading it first if necessary; undefined if its script did not run. */
export async function loadPart<P extends keyof LoadedParts>(
  part: P,
  view: Pick<ControlView, "loadPart">,
): Promise<LoadedParts[P] | undefined> {
  if (!sharedGlobal("forgehandParts")?.[part]) await view.loadPart(part);
  return sharedGlobal("forgehandParts")?.[part];
}

/** Draws a part, loading it first if necessary. */
export async function drawPart(
  part: "reviewers" | "rows",
  element: Element,
  view: ControlView,
  signal: AbortSignal,
): Promise<void> {
  const draw = await loadPart(part, view);
  if (!signal.aborted) draw?.(element, view, signal);
}
