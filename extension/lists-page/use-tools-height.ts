import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/** Sets the CSS variable `--tools` to the height of the sticky tools above the list. */
export function useToolsHeight(list: RefObject<HTMLElement | null>, tools: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [listElement, element] = [list.current, tools.current];
    if (!listElement || !element) return;
    const observer = new ResizeObserver(() => {
      const { position } = getComputedStyle(element);
      listElement.style.setProperty("--tools", `${position === "sticky" ? element.offsetHeight : 0}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
}
