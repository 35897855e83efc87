import type { Outcome } from "./use-options.ts";

/** What came of what was done last; it stays in sight, however long the page is. */
export function Told({ outcome: { done, problem } }: { readonly outcome: Outcome }) {
  return (
    <div class="told">
      <p role="status">{done}</p>
      {problem && (
        <p role="alert" class="problem">
          {problem}
        </p>
      )}
    </div>
  );
}
