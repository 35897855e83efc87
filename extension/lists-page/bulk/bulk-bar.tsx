import { useState } from "preact/hooks";
import { reasonText } from "../../lists/reason-words.ts";
import type { Action } from "../../lists/wanted.ts";
import { t, tn } from "../../ui/words.ts";
import { useFocusKept } from "../focus-kept.ts";
import { usePage } from "../page-context.ts";
import { NOTHING, type Selection, withAll } from "../selection.ts";
import type { Shown } from "../use-still-order.ts";
import { ACTIONS } from "./actions.ts";
import { ConfirmAction } from "./confirm-action.tsx";

/** What can be done to everything that is selected. */
export function BulkBar({
  shown,
  selection,
  select,
}: {
  readonly shown: Shown;
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
}) {
  const { canWatch, live } = usePage();
  const [asked, askFor] = useState<Action>();
  useFocusKept();
  const { ids } = selection;
  const { matching } = shown;
  const hidden = [...ids].filter((id) => !matching.has(id)).length;
  const rest = matching.size - (ids.size - hidden);
  const why = live.gathering.whyNoWatch ?? { kind: "token kind" };
  return (
    <section class="bulk" aria-label={t("selection")}>
      <div class="selected">
        <strong role="status">{tn("selected", ids.size)}</strong>
        {hidden > 0 && <span class="dim">{tn("selectedHidden", hidden)}</span>}
        {rest > 0 && (
          <button type="button" class="quiet" onClick={() => select(withAll(selection, [...matching]))}>
            {tn("selectAllMatching", matching.size)}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => select(NOTHING)}>
          {t("clearSelection")}
        </button>
      </div>
      <div class="actions">
        {ACTIONS.map(({ action, word }) => {
          const isOff = !canWatch && action !== "star" && action !== "unstar";
          return (
            <button
              key={action}
              type="button"
              aria-disabled={isOff}
              title={isOff ? reasonText(why) : undefined}
              onClick={() => !isOff && askFor(action)}
            >
              {t(word)}
            </button>
          );
        })}
      </div>
      {asked && (
        <ConfirmAction
          action={asked}
          ids={[...ids]}
          hidden={hidden}
          close={(begun) => {
            askFor(undefined);
            if (begun) select(NOTHING);
          }}
        />
      )}
    </section>
  );
}
