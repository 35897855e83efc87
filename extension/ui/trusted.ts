/** Runs a handler only for what a person did: the page can make up events, but not trusted ones. */
export function trusted<E extends Event>(handler: (event: E) => void): (event: E) => void {
  return (event) => {
    if (event.isTrusted) handler(event);
  };
}
