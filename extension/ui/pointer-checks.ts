import { pointerState } from "./pointer-history.ts";

/** Time that a user needs to notice that something else is below the pointer, in milliseconds. */
const NOTICE_TIME = 500;

/** Time between a move and the arrival at an element that it causes, at most, in milliseconds. */
const MOVE_TIME = 50;

/** Distance between two presses at the same place, at most, in pixels. */
const SAME_PLACE = 16;

/** Whether an element has just come to be below a mouse that was not moved. Browsers report only moves by the user. */
export function hasComeUnderPointer(element: Element): boolean {
  const { over, movedAt } = pointerState();
  const enteredAt = over.get(element);
  if (enteredAt === undefined) return true;
  return movedAt < enteredAt - MOVE_TIME && performance.now() - enteredAt < NOTICE_TIME;
}

/** Whether the current press is the second one at its place within a short time, and the first one was on something else. */
export function isSecondPress(element: Element): boolean {
  const { press, previousPress: previous } = pointerState();
  if (!press || !previous || previous.path.has(element) || press.at - previous.at >= NOTICE_TIME) return false;
  return Math.hypot(press.x - previous.x, press.y - previous.y) < SAME_PLACE;
}
