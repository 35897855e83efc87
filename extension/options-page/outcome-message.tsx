import type { ActionOutcome } from "./use-options.ts";

/** Result of the last action; stays visible on long pages. */
export function OutcomeMessage({ outcome: { done, problem } }: { readonly outcome: ActionOutcome }) {
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
