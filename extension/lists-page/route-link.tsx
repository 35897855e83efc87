import type { ComponentChildren } from "preact";
import { useListsPage } from "./page-context.ts";
import { type RouteChange, routeUrl } from "./use-route.ts";

/**
 * A link to another route of the page. A plain click navigates in place; opening in a new tab or window works as usual.
 */
export function RouteLink({
  to,
  children,
  class: className,
  current,
  label,
}: {
  readonly to: RouteChange;
  readonly children: ComponentChildren;
  readonly class?: string;
  /** Whether it links to the current route. */
  readonly current?: boolean;
  readonly label?: string;
}) {
  const { route, navigate } = useListsPage();
  return (
    <a
      class={className}
      href={routeUrl(route, to)}
      aria-current={current ? "page" : undefined}
      aria-label={label}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        navigate(to);
      }}
    >
      {children}
    </a>
  );
}

/** Returns whether a click opens no other tab or window. */
export function isPlainClick({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}
