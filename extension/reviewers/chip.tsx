import type { ComponentChildren } from "preact";
import type { Reviewer } from "../model/control-states.ts";
import { trusted } from "../ui/trusted.ts";
import { CrossIcon, ReviewerIcon } from "./icons.tsx";

export function Chip({
  reviewer,
  look,
  does,
  press,
  off = false,
  children = <CrossIcon />,
}: {
  readonly reviewer: Reviewer;
  /** Additional CSS class. */
  readonly look: string;
  /** Accessible name of the button. */
  readonly does: string;
  readonly press: () => void;
  readonly off?: boolean;
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
