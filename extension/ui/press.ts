import { isExtensionPage, isInCurrentRoot } from "./own-root.ts";
import { type InteractionPart, loadPart } from "./parts.ts";
import { isSealed } from "./seal.ts";
import { sharedGlobal } from "./shared-global.ts";
import { hasUserFocus, lastPointerDown } from "./user-focus.ts";
import type { ControlView } from "./view.ts";

/** Keys that press a button. */
const PRESS_KEYS: ReadonlySet<string> = new Set(["Enter", " "]);

/** A press of a pointer or an assistive technology that has begun and not yet become a click. */
interface StartedPress {
  readonly button: EventTarget | null;
  /** Undefined for Firefox's assistive technologies, which send no pointer events. */
  readonly pointerId: number | undefined;
  /** The pointer was last pressed at this event; a later one ends the press, wherever it is. */
  readonly pointerDown: Event | undefined;
  readonly isSeen: Promise<boolean>;
}

let started: StartedPress | undefined;

declare global {
  /**
   * Whether the user can have seen what they pressed, while the action of that press begins. All content scripts of the
   * extension share this object.
   */
  var forgehandPress: Promise<boolean> | undefined;
  /** The part with the checks of presses, which is loaded when the overlay is drawn. All content scripts share it. */
  var forgehandInteraction: Promise<InteractionPart | undefined> | undefined;
}

/** Loads the part with the checks of presses. Must be called before buttons are drawn on a page. */
export function loadInteraction(view: Pick<ControlView, "loadPart">): Promise<InteractionPart | undefined> {
  // Without its checks, each change waits for a confirmation.
  globalThis.forgehandInteraction ??= loadPart("interaction", view).catch(() => undefined);
  return globalThis.forgehandInteraction;
}

/** Runs the action of a press, which can ask {@link isPressSeen}. */
export function runPress(isSeen: Promise<boolean>, act: () => void): void {
  const outer = sharedGlobal("forgehandPress");
  globalThis.forgehandPress = isSeen;
  try {
    act();
  } finally {
    globalThis.forgehandPress = outer;
  }
}

/** Whether the user can have seen what they pressed. Must be called before the action waits for anything. */
export const isPressSeen = (): Promise<boolean> => sharedGlobal("forgehandPress") ?? Promise.resolve(isExtensionPage());

/** Checks whether an element that the user presses with a key is visible and as it was drawn. */
export async function isSeenByKey(element: Element): Promise<boolean> {
  if (isExtensionPage()) return true;
  if (!isAsDrawn(element)) return false;
  const checks = loadedChecks() ?? (await sharedGlobal("forgehandInteraction"));
  return checks?.isVisibleToUser(element, false) ?? false;
}

/** The checks, if they are loaded. Used without waiting, because the action of a press can remove the element. */
const loadedChecks = () => sharedGlobal("forgehandParts")?.interaction;

/** Checks the same for a pointer, and whether the element was there before the user could know. */
async function isSeenByPointer(element: Element, { pointerType }: PointerEvent): Promise<boolean> {
  if (isExtensionPage()) return true;
  if (!isAsDrawn(element)) return false;
  const checks = loadedChecks() ?? (await sharedGlobal("forgehandInteraction"));
  if (!checks || checks.isSecondPress(element)) return false;
  if (pointerType === "mouse" && checks.hasComeUnderPointer(element)) return false;
  return checks.isVisibleToUser(element, true);
}

const isAsDrawn = (element: Element) => isExtensionPage() || isSealed(element);

/** Event handlers that make an element a button; see {@link pressHandlers}. */
export interface PressHandlers {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onMouseDown: (event: MouseEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Called with the element. */
  readonly ref: (element: Element | null) => void;
}

/**
 * Creates the event handlers of a button that only the user can press. Browsers also mark a click as user input if the
 * page has redirected it: by capturing the pointer, moving the focus, locking the pointer or with a label. Therefore,
 * the press must have begun on the same button, and keys count only if the user moved the focus there. Changes by a
 * press that the user may not have seen need a confirmation.
 */
export function pressHandlers(onPress: () => void): PressHandlers {
  const start = (event: MouseEvent | PointerEvent, pointerId?: number) => {
    const { currentTarget: button, isTrusted } = event;
    if (!isTrusted || document.pointerLockElement || !(button instanceof Element)) return;
    const isSeen = event instanceof PointerEvent ? isSeenByPointer(button, event) : isSeenByKey(button);
    started = { button, pointerId, pointerDown: lastPointerDown(), isSeen };
  };
  return {
    onPointerDown(event) {
      if (event.button === 0) start(event, event.pointerId);
    },
    onMouseDown(event) {
      if (isAssistiveMouseDown(event)) start(event);
    },
    onClick(event) {
      const press = started;
      started = undefined;
      if (!event.isTrusted || !press || press.button !== event.currentTarget) return;
      if (press.pointerDown !== lastPointerDown()) return;
      const pointerId = event instanceof PointerEvent && event.pointerType !== "" ? event.pointerId : undefined;
      if (pointerId !== press.pointerId || !(press.button instanceof Element) || !isInPlace(event)) return;
      runPress(isAsDrawn(press.button) ? press.isSeen : Promise.resolve(false), onPress);
    },
    // Acts on the key itself, because the page can redirect the click that follows.
    onKeyDown(event) {
      if (!event.isTrusted || !PRESS_KEYS.has(event.key) || event.defaultPrevented) return;
      if (!(event.currentTarget instanceof Element) || event.composedPath()[0] !== event.currentTarget) return;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat || !isInPlace(event) || !hasUserFocus(event.currentTarget)) return;
      runPress(isSeenByKey(event.currentTarget), onPress);
    },
    ref: watch,
  };
}

/** The same function for all elements, so that none is observed twice. */
function watch(element: Element | null): void {
  if (element && !isExtensionPage())
    void sharedGlobal("forgehandInteraction")?.then((checks) => checks?.watchVisibility(element));
}

/** Makes an element a button that only the user can press. */
export function listenForPress(button: HTMLElement, onPress: () => void): void {
  const { onPointerDown, onMouseDown, onClick, onKeyDown } = pressHandlers(onPress);
  watch(button);
  button.addEventListener("pointerdown", onPointerDown);
  button.addEventListener("mousedown", onMouseDown);
  button.addEventListener("click", onClick);
  button.addEventListener("keydown", onKeyDown);
}

function isInPlace({ currentTarget }: Event): boolean {
  return currentTarget instanceof Node && isInCurrentRoot(currentTarget);
}

/** Whether Firefox created the event for an assistive technology: its input source is unknown. */
function isAssistiveMouseDown(event: MouseEvent): boolean {
  return event.isTrusted && "mozInputSource" in event && event.mozInputSource === 0;
}
