import { isInCurrentRoot } from "./own-root.ts";

/** Keys that press a button. */
const PRESS_KEYS: ReadonlySet<string> = new Set(["Enter", " "]);

/** A press of a pointer or an assistive technology that has begun and not yet become a click. */
interface StartedPress {
  readonly button: EventTarget | null;
  /** Undefined for Firefox's assistive technologies, which send no pointer events. */
  readonly pointerId: number | undefined;
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
 * the press must have begun on the same button.
 */
export function pressHandlers(onPress: () => void): PressHandlers {
  const start = ({ currentTarget: button, isTrusted }: Event, pointerId?: number) => {
    if (!isTrusted || document.pointerLockElement) return;
    started = { button, pointerId };
    // Runs first for the next press, wherever it begins.
    window.addEventListener("pointerdown", forgetPress, { capture: true });
  };
  return {
    onPointerDown: (event) => start(event, event.pointerId),
    onMouseDown(event) {
      if (isAssistiveMouseDown(event)) start(event);
    },
    onClick(event) {
      const press = started;
      started = undefined;
      if (!event.isTrusted || !press || press.button !== event.currentTarget) return;
      const pointerId = event instanceof PointerEvent && event.pointerType !== "" ? event.pointerId : undefined;
      if (pointerId === press.pointerId && isInPlace(event)) onPress();
    },
    // Acts on the key itself, because the page can redirect the click that follows.
    onKeyDown(event) {
      if (!event.isTrusted || !PRESS_KEYS.has(event.key) || event.defaultPrevented) return;
      if (event.composedPath()[0] !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat && isInPlace(event)) onPress();
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

function forgetPress({ isTrusted }: Event): void {
  if (isTrusted) started = undefined;
}

function isInPlace({ currentTarget }: Event): boolean {
  return currentTarget instanceof Node && isInCurrentRoot(currentTarget);
}

/** Whether Firefox created the event for an assistive technology: its input source is unknown. */
function isAssistiveMouseDown(event: MouseEvent): boolean {
  return event.isTrusted && "mozInputSource" in event && event.mozInputSource === 0;
}
