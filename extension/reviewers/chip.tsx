import type { ComponentChildren } from "preact";
import type { Reviewer } from "../messages/states.ts";
import { trusted } from "../ui/trusted.ts";
import { CrossIcon, ReviewerIcon } from "./icons.tsx";

/** One reviewer, with a button that does something with them. */
export function Chip({
  reviewer,
  look,
  does,
  press,
  off = false,
  children = <CrossIcon />,
}: {
  readonly reviewer: Reviewer;
  /** A class that tells it from others. */
  readonly look: string;
  /** What the button does, in words. */
  readonly does: string;
  readonly press: () => void;
  readonly off?: boolean;
  /** What is on the button. */
  readonly children?: ComponentChildren;
}) {
  return (
    <li class={`rv-chip ${look}`}>
      <ReviewerIcon kind={reviewer.kind} />
      <span class="rv-name" title={reviewer.name}>
        {reviewer.name}
      </span>
      <button type="button" aria-label={does} title={does} aria-disabled={off} onClick={trusted(() => !off && press())}>
        {children}
      </button>
    </li>
  );
}
