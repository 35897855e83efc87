/**
 * A progress bar.
 * @param at undefined shows indeterminate progress
 */
export function ProgressBar({
  at,
  most,
  label,
}: {
  readonly at: number | undefined;
  readonly most: number;
  readonly label: string;
}) {
  const fraction = at === undefined || most === 0 ? undefined : Math.min(1, at / most);
  return (
    <div
      class={fraction === undefined ? "meter open" : "meter"}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={at}
    >
      <div style={fraction === undefined ? undefined : { inlineSize: `${100 * fraction}%` }} />
    </div>
  );
}
