import { focusedBy, isExtensionPage, ownRootOf } from "./own-root.ts";
import { sharedGlobal } from "./shared-global.ts";

/** User input that can move the focus, as a default action. */
interface FocusCause {
  readonly event: Event;
  /** The elements that a pointer was pressed on; absent for the Tab key. */
  readonly pressed?: readonly EventTarget[];
}

/** Tells the focus that the user moved from the focus that the page moved: the browser reports both as trusted. */
interface FocusState {
  /** The element that the user, or the extension on the user's behalf, moved the focus to. */
  focused?: Element | undefined;
  /** Input whose default action has not moved the focus yet. */
  cause?: FocusCause | undefined;
  /** The first half of a move: the focus has left an element. */
  left?: { readonly from: EventTarget | null; readonly to: EventTarget | null } | undefined;
  /** The last event that was handled. */
  seen?: Event;
  lastPointerDown?: Event;
  /** Whether the extension itself is moving the focus. */
  isMoving?: boolean;
}

declare global {
  /** All content scripts of the extension share this object. */
  var forgehandFocus: FocusState | undefined;
}

function state(): FocusState {
  globalThis.forgehandFocus = sharedGlobal("forgehandFocus") ?? {};
  return globalThis.forgehandFocus;
}

/**
 * Starts to observe who moves the focus. The window must be observed before the page's scripts run, so that they can't
 * keep events from it; moves within a shadow root are only visible there.
 */
export function observeFocus(target: Window | ShadowRoot, signal?: AbortSignal): void {
  const options = { capture: true, ...(signal && { signal }) };
  target.addEventListener("keydown", onKey, options);
  target.addEventListener("keyup", onKey, options);
  target.addEventListener("pointerdown", onPointerDown, options);
  target.addEventListener("blur", onFocusChange, options);
  target.addEventListener("focus", onFocusChange, options);
}

/**
 * Whether an element, or one inside it, has the focus because the user or the extension moved it there. The page can
 * move the focus to any element that it reaches, so other keys don't count.
 */
export function hasUserFocus(element: Element): boolean {
  return isExtensionPage() || element.contains(state().focused ?? null);
}

/** Moves the focus on the user's behalf. */
export function focusForUser(element: HTMLElement | null | undefined): void {
  if (!element) return;
  const current = state();
  current.isMoving = true;
  element.focus();
  current.isMoving = false;
  current.focused = isFocused(element) ? element : undefined;
}

/**
 * Remembers whether the focus is in an element that is about to be removed.
 * @returns moves the focus to another element if it was; keys count there only if they did before
 */
export function keepFocus(removed: Element): (to: HTMLElement | null) => void {
  const hadFocus = removed.matches(":focus, :focus-within");
  const wasByUser = hasUserFocus(removed);
  return (to) => {
    if (hadFocus && wasByUser) focusForUser(to);
    else if (hadFocus) to?.focus();
  };
}

/** The last time that the user pressed a pointer anywhere on the page. */
export function lastPointerDown(): Event | undefined {
  return state().lastPointerDown;
}

function onKey(event: Event): void {
  if (!event.isTrusted || isSeen(event)) return;
  endCause();
  if (event.type === "keydown" && event instanceof KeyboardEvent && event.key === "Tab") state().cause = { event };
}

/** Called first for the window and then for a shadow root, which knows more of the elements. */
function onPointerDown(event: Event): void {
  if (!event.isTrusted) return;
  const pressed = event.composedPath();
  endCause();
  state().lastPointerDown = event;
  // The page can keep the focus on an element after the user has pressed another one.
  if (!pressed.some((target) => target instanceof Element && ownRootOf(target))) state().focused = undefined;
  if (!document.pointerLockElement) state().cause = { event, pressed };
}

function onFocusChange(event: Event): void {
  if (!event.isTrusted || !(event instanceof FocusEvent) || isSeen(event)) return;
  // The Tab key can also move the focus out of the page.
  if (event.target === window) endCause();
  else if (!state().isMoving) (event.type === "blur" ? onBlur : onFocus)(event);
}

function onBlur({ target, relatedTarget }: FocusEvent): void {
  const current = state();
  // While the window has no focus, its element keeps it.
  if (current.focused && !isFocused(current.focused)) current.focused = undefined;
  if (hasActed(current.cause)) current.left = { from: target, to: relatedTarget };
  else current.cause = undefined;
}

function onFocus(event: FocusEvent): void {
  const current = state();
  const { cause, left } = current;
  const { target, relatedTarget } = event;
  const element = focusedBy(event);
  // The page's listeners can interrupt a move with another one.
  const isWhole = left ? left.from === relatedTarget && left.to === target : relatedTarget === null;
  const isByUser = isWhole && hasActed(cause) && (!cause.pressed || (element && cause.pressed.includes(element)));
  if (element !== current.focused) current.focused = isByUser && element instanceof Element ? element : undefined;
  current.cause = undefined;
  current.left = undefined;
}

/** Whether the default action of the user's input has begun, so that the page's listeners for it have run. */
function hasActed(cause: FocusCause | undefined): cause is FocusCause {
  return cause !== undefined && cause.event.eventPhase === Event.NONE && !cause.event.defaultPrevented;
}

function endCause(): void {
  const current = state();
  // The page has kept the Tab key from moving the focus.
  if (current.cause && !current.cause.pressed) current.focused = undefined;
  current.cause = undefined;
  current.left = undefined;
}

/** Whether an event was already handled: it reaches the window and then a shadow root. */
function isSeen(event: Event): boolean {
  const wasSeen = state().seen === event;
  state().seen = event;
  return wasSeen;
}

function isFocused(element: Element): boolean {
  const root = element.getRootNode();
  return root instanceof ShadowRoot && root.activeElement === element;
}
