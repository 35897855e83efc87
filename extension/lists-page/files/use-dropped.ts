import { useEffect, useRef, useState } from "preact/hooks";

/**
 * Hears of files that are dropped anywhere on the page; the browser would leave the page to show them.
 * @returns whether somebody holds a file over the page
 */
export function useDropped(dropped: (file: File) => void): boolean {
  const latest = useRef(dropped);
  latest.current = dropped;
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const away = new AbortController();
    const { signal } = away;
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    };
    addEventListener("dragover", over, { signal });
    // Without anything that it goes to, it goes out of the window.
    addEventListener("dragleave", ({ relatedTarget }) => relatedTarget === null && setOver(false), { signal });
    const take = (event: DragEvent) => {
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      latest.current(file);
    };
    addEventListener("drop", take, { signal });
    return () => away.abort();
  }, []);
  return isOver;
}
