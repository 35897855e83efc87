import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { type Span, spanOf } from "./span.ts";

/** Which rows of a list are to be drawn, as the window scrolls over it. @param list the element that all rows would fill */
export function useSpan(list: RefObject<HTMLElement | null>, count: number): Span & { readonly row: number } {
  const [span, setSpan] = useState<Span & { readonly row: number }>({ first: 0, last: Math.min(count, 40), row: 0 });
  useLayoutEffect(() => {
    const settle = () => {
      const { top = 0, height = 0 } = list.current?.getBoundingClientRect() ?? {};
      const row = count === 0 ? 0 : height / count;
      const next = { ...spanOf({ above: Math.max(0, -top), seen: innerHeight, row, count }), row };
      setSpan((span) => (span.first === next.first && span.last === next.last && span.row === next.row ? span : next));
    };
    settle();
    addEventListener("scroll", settle, { passive: true });
    // Whatever appears above the list moves it; another size of letters makes its rows higher.
    const observer = new ResizeObserver(settle);
    observer.observe(document.body);
    return () => {
      removeEventListener("scroll", settle);
      observer.disconnect();
    };
  }, [list, count]);
  return { ...span, last: Math.min(span.last, count) };
}
