import { isInCurrentRoot } from "./own-root.ts";

/** Wraps an event handler so that it ignores events dispatched by the page. */
export function trusted<E extends Event>(handler: (event: E) => void): (event: E) => void {
  return (event) => {
    if (event.isTrusted) handler(event);
  };
}

/**
 * Wraps an event handler of one of the extension's elements so that it ignores events dispatched by the page, and all
 * events if the page has moved the element or changed what it is about.
 */
export function userInput<E extends Event>(handler: (event: E) => void): (event: E) => void {
  return trusted((event) => {
    if (event.currentTarget instanceof Node && isInCurrentRoot(event.currentTarget)) handler(event);
  });
}
