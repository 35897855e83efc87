import type { ComponentChildren } from "preact";
import { EYE, EYE_OFF, STAR } from "../ui/icon.ts";

function Icon({ children }: { readonly children: ComponentChildren }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" class="icon">
      {children}
    </svg>
  );
}

const pathIcon = (path: string) => () => (
  <Icon>
    <path d={path} />
  </Icon>
);

export const RefreshIcon = pathIcon("M13.5 8a5.5 5.5 0 1 1-1.6-3.9M13.5 1.8v3h-3");
export const FilterIcon = pathIcon("M2 4h12M4.5 8h7M7 12h2");
export const CrossIcon = pathIcon("m4 4 8 8M12 4l-8 8");
export const PencilIcon = pathIcon("m10.5 3.5 2 2-7.5 7.5-2.7.7.7-2.7z");
export const UndoIcon = pathIcon("M6 3 2.5 6.5 6 10M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7");

export const SearchIcon = () => (
  <Icon>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.5 10.5 4 4" />
  </Icon>
);

/** A tag, filled if there is a note. */
export const TagIcon = ({ filled }: { readonly filled: boolean }) => (
  <svg viewBox="0 0 16 16" aria-hidden="true" class={filled ? "noted" : undefined}>
    <path d="M2.5 2.5h5l6 6-5 5-6-6z" />
    <circle cx="5.2" cy="5.2" r="0.8" />
  </svg>
);

export const StarIcon = ({ filled }: { readonly filled: boolean }) => (
  <svg viewBox="0 0 16 16" aria-hidden="true" class={filled ? "filled" : undefined}>
    <path d={STAR} />
  </svg>
);

/** An eye, crossed out if ignoring. */
export const EyeIcon = ({ off }: { readonly off: boolean }) => (
  <svg viewBox="0 0 16 16" aria-hidden="true">
    <path d={off ? EYE_OFF : EYE} />
  </svg>
);

/** Arrows that show the sort direction of a column. */
export const SortIcon = ({ direction }: { readonly direction: "ascending" | "descending" | undefined }) => (
  <svg viewBox="0 0 8 12" aria-hidden="true" class="sort-icon">
    <path d="M1 5 4 1.5 7 5z" class={direction === "ascending" ? "on" : ""} />
    <path d="M1 7 4 10.5 7 7z" class={direction === "descending" ? "on" : ""} />
  </svg>
);
