/**
 * A progress bar.
 * @param value undefined shows indeterminate progress
 */
export function ProgressBar({
  value,
  max,
  label,
}: {
  readonly value: number | undefined;
  readonly max: number;
  readonly label: string;
}) {
  const fraction = value === undefined || max === 0 ? undefined : Math.min(1, value / max);
  return (
    <div
      class={fraction === undefined ? "meter open" : "meter"}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
    >
      <div style={fraction === undefined ? undefined : { inlineSize: `${100 * fraction}%` }} />
    </div>
  );
}
