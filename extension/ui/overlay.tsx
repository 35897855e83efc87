import { CONTROLS } from "../controls/index.ts";
import type { Who } from "../messages.ts";
import type { Page } from "../page/parse-page.ts";
import { ask } from "./ask.ts";
import { trusted } from "./trusted.ts";

/** What the overlay shows on a page: its controls, or what it takes to have them. */
export function OverlayBar({ page, who }: { readonly page: Page; readonly who: Exclude<Who, "foreign host"> }) {
  if (who === "no account") {
    return (
      <section class="bar" aria-label="Forgehand">
        <span class="dim">Forgehand has no account here yet.</span>
        <button type="button" onClick={trusted(() => void ask({ type: "open-options" }))}>
          Add one
        </button>
      </section>
    );
  }
  return (
    <section class="bar" aria-label="Forgehand">
      {CONTROLS.filter((control) => control.on === page.kind).map(({ id, Widget }) => (
        <Widget key={id} page={page.key} />
      ))}
      <span class="who" title={`Forgehand acts as ${who.login}`}>
        {who.login}
      </span>
    </section>
  );
}

/** Shown in the overlay's place when even the first question to the worker failed. */
export function OverlayProblem({ problem }: { readonly problem: string }) {
  return (
    <section class="bar" aria-label="Forgehand">
      <p class="problem" role="alert">
        {problem}
      </p>
    </section>
  );
}
