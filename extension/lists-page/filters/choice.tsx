import { numberOf } from "../../ui/words.ts";
import { usePage } from "../page-context.ts";
import type { Filters } from "../place.ts";

/** A choice: a click takes it, another one takes it back. */
export function Choice<K extends keyof Filters>({
  name,
  value,
  text,
  count,
  hides = false,
}: {
  readonly name: K;
  readonly value: Exclude<Filters[K], undefined>;
  readonly text: string;
  readonly count: number;
  /** Is it left out where there are none? */
  readonly hides?: boolean;
}) {
  const { place, go } = usePage();
  const isOn = place.filters[name] === value;
  if (hides && count === 0 && !isOn) return null;
  return (
    <button
      type="button"
      class="choice"
      aria-pressed={isOn}
      onClick={() => go({ filters: { [name]: isOn ? undefined : value } })}
    >
      <span>{text}</span>
      <span class="count">{numberOf(count)}</span>
    </button>
  );
}
