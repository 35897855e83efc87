import type { ComponentChildren } from "preact";
import type { Reviewer } from "../model/control-states.ts";
import { pressHandlers } from "../ui/press.ts";
import { CrossIcon, ReviewerIcon } from "./icons.tsx";

export function Chip({
  reviewer,
  className,
  label,
  onPress,
  isDisabled = false,
  children = <CrossIcon />,
}: {
  readonly reviewer: Reviewer;
  /** Additional CSS class. */
  readonly className: string;
  /** Accessible name of the button. */
  readonly label: string;
  readonly onPress: () => void;
  readonly isDisabled?: boolean;
  readonly children?: ComponentChildren;
}) {
  return (
    <li class={`rv-chip ${className}`}>
      <ReviewerIcon kind={reviewer.kind} />
      <span class="rv-name" title={reviewer.name}>
        {reviewer.name}
      </span>
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-disabled={isDisabled}
        {...pressHandlers(() => {
          if (!isDisabled) onPress();
        })}
      >
        {children}
      </button>
    </li>
  );
}
