/** How far something is. @param at without it nobody knows how far */
export function Meter({
  at,
  most,
  label,
}: {
  readonly at: number | undefined;
  readonly most: number;
  readonly label: string;
}) {
  const part = at === undefined || most === 0 ? undefined : Math.min(1, at / most);
  return (
    <div
      class={part === undefined ? "meter open" : "meter"}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={at}
    >
      <div style={part === undefined ? undefined : { inlineSize: `${100 * part}%` }} />
    </div>
  );
}
