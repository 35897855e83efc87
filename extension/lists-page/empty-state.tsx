import type { ComponentChildren } from "preact";

/** Placeholder for empty content that says why and offers a next step. */
export function EmptyState({
  title,
  text,
  isPage = false,
  children,
}: {
  readonly title: string;
  readonly text?: string | undefined;
  /** Whether it is the only content of the page. */
  readonly isPage?: boolean;
  readonly children?: ComponentChildren;
}) {
  return (
    <section class="empty">
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <rect x="7" y="10" width="34" height="28" rx="4" />
        <path d="M13 19h14M13 26h22M13 33h9" />
        <path d="m35 14.5 1.3 2.7 2.9.4-2.1 2 .5 2.9-2.6-1.4-2.6 1.4.5-2.9-2.1-2 2.9-.4z" class="star" />
      </svg>
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {text !== undefined && <p>{text}</p>}
      {children}
    </section>
  );
}
