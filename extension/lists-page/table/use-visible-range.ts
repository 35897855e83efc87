import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { type RowRange, visibleRange } from "./visible-range.ts";

/**
 * Returns the range of rows to render while the window scrolls.
 * @param list element with the height of all rows
 */
export function useVisibleRange(
  list: RefObject<HTMLElement | null>,
  count: number,
): RowRange & { readonly rowHeight: number } {
  const [range, setRange] = useState<RowRange & { readonly rowHeight: number }>({
    first: 0,
    last: Math.min(count, 40),
    rowHeight: 0,
  });
  useLayoutEffect(() => {
    const update = () => {
      const { top = 0, height = 0 } = list.current?.getBoundingClientRect() ?? {};
      const rowHeight = count === 0 ? 0 : height / count;
      const next = {
        ...visibleRange({ top: Math.max(0, -top), height: innerHeight, rowHeight, count }),
        rowHeight,
      };
      setRange((range) =>
        range.first === next.first && range.last === next.last && range.rowHeight === next.rowHeight ? range : next,
      );
    };
    update();
    addEventListener("scroll", update, { passive: true });
    // Content above the list moves it; a larger font size makes its rows higher.
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    return () => {
      removeEventListener("scroll", update);
      observer.disconnect();
    };
  }, [list, count]);
  return { ...range, last: Math.min(range.last, count) };
}
