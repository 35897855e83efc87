import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** A DOM element that renders itself. */
export interface DomWidget<S> {
  readonly element: Element;
  show(state: S): void;
}

/**
 * Embeds a DOM widget in a Preact tree.
 * @param draw called once
 */
export function DomHost<S>({
  name,
  draw,
  state,
}: {
  /** Class of the surrounding element. */
  readonly name: string;
  readonly draw: () => DomWidget<S>;
  readonly state: S;
}): VNode {
  const container = useRef<HTMLDivElement>(null);
  const widget = useRef<DomWidget<S>>(undefined);
  useLayoutEffect(() => {
    if (!widget.current) {
      widget.current = draw();
      container.current?.append(widget.current.element);
    }
    widget.current.show(state);
  });
  return <div ref={container} class={name} />;
}
