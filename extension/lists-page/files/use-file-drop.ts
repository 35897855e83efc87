import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useSignalEffect } from "../../ui/use-signal-effect.ts";

/**
 * Handles files dropped anywhere on the page; by default the browser would navigate to them.
 * @returns whether a file is being dragged over the page
 */
export function useFileDrop(onDrop: (file: File) => void): boolean {
  const latest = useRef(onDrop);
  latest.current = onDrop;
  const [isDragging, setDragging] = useState(false);
  // A layout effect listens as soon as the page is rendered. An effect runs a frame later, and until then the browser would
  // navigate to a dropped file.
  const listen = (signal: AbortSignal) => {
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setDragging(true);
    };
    addEventListener("dragover", onDragOver, { signal });
    // Without a related target, the drag has left the window.
    addEventListener("dragleave", ({ relatedTarget }) => relatedTarget === null && setDragging(false), { signal });
    const onDropEvent = (event: DragEvent) => {
      setDragging(false);
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      latest.current(file);
    };
    addEventListener("drop", onDropEvent, { signal });
  };
  useSignalEffect(listen, [], useLayoutEffect);
  return isDragging;
}
