import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** Something that draws itself. */
export interface Drawing<S> {
  readonly element: Element;
  show(state: S): void;
}

/** Lets Preact hold what draws itself. @param draw called once */
export function Held<S>({
  name,
  draw,
  state,
}: {
  /** The class of what is around it. */
  readonly name: string;
  readonly draw: () => Drawing<S>;
  readonly state: S;
}): VNode {
  const place = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing<S>>(undefined);
  useLayoutEffect(() => {
    if (!drawing.current) {
      drawing.current = draw();
      place.current?.append(drawing.current.element);
    }
    drawing.current.show(state);
  });
  return <div ref={place} class={name} />;
}
