import { isInCurrentRoot } from "./own-root.ts";
import { hasUserFocus, lastPointerDown } from "./user-focus.ts";

/** Keys that press a button. */
const PRESS_KEYS: ReadonlySet<string> = new Set(["Enter", " "]);

/** A press of a pointer or an assistive technology that has begun and not yet become a click. */
interface StartedPress {
  readonly button: EventTarget | null;
  /** Undefined for Firefox's assistive technologies, which send no pointer events. */
  readonly pointerId: number | undefined;
  /** The pointer was last pressed at this event; a later one ends the press, wherever it is. */
  readonly pointerDown: Event | undefined;
}

let started: StartedPress | undefined;

/** Event handlers that make an element a button; see {@link pressHandlers}. */
export interface PressHandlers {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onMouseDown: (event: MouseEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Creates the event handlers of a button that only the user can press. Browsers also mark a click as user input if the
 * page has redirected it: by capturing the pointer, moving the focus, locking the pointer or with a label. Therefore,
 * the press must have begun on the same button, and keys count only if the user moved the focus there.
 */
export function pressHandlers(onPress: () => void): PressHandlers {
  const start = ({ currentTarget: button, isTrusted }: Event, pointerId?: number) => {
    if (!isTrusted || document.pointerLockElement) return;
    started = { button, pointerId, pointerDown: lastPointerDown() };
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
      if (pointerId === press.pointerId && isInPlace(event)) onPress();
    },
    // Acts on the key itself, because the page can redirect the click that follows.
    onKeyDown(event) {
      if (!event.isTrusted || !PRESS_KEYS.has(event.key) || event.defaultPrevented) return;
      if (!(event.currentTarget instanceof Element) || event.composedPath()[0] !== event.currentTarget) return;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat && isInPlace(event) && hasUserFocus(event.currentTarget)) onPress();
    },
  };
}

/** Makes an element a button that only the user can press. */
export function listenForPress(button: HTMLElement, onPress: () => void): void {
  const { onPointerDown, onMouseDown, onClick, onKeyDown } = pressHandlers(onPress);
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
