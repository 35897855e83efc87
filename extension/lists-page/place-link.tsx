import type { ComponentChildren } from "preact";
import { usePage } from "./page-context.ts";
import { addressOf, type PlaceChange } from "./use-place.ts";

/** A link to another place of the page: a click goes there at once, and all else that people do with links works too. */
export function PlaceLink({
  to,
  children,
  class: name,
  current,
  label,
}: {
  readonly to: PlaceChange;
  readonly children: ComponentChildren;
  readonly class?: string;
  /** Is it where somebody is? */
  readonly current?: boolean;
  readonly label?: string;
}) {
  const { place, go } = usePage();
  return (
    <a
      class={name}
      href={addressOf(place, to)}
      aria-current={current ? "page" : undefined}
      aria-label={label}
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}

/** A click that opens no other tab or window. */
export function isPlain({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}
