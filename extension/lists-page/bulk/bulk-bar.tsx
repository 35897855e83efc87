import { useState } from "preact/hooks";
import { reasonText } from "../../lists/reason-text.ts";
import type { BulkAction } from "../../lists/wanted-state.ts";
import { t, tn } from "../../locales/i18n.ts";
import { TagSelection } from "../annotations/tag-selection.tsx";
import { useRestoreFocus } from "../dialog.tsx";
import { useListsPage } from "../page-context.ts";
import { addAll, NO_SELECTION } from "../selection.ts";
import type { VisibleRows } from "../use-stable-rows.ts";
import { BULK_ACTIONS } from "./bulk-actions.ts";
import { ConfirmAction } from "./confirm-action.tsx";

export function BulkBar({ shown }: { readonly shown: VisibleRows }) {
  const { canWatch, live, selection, select } = useListsPage();
  const [pendingAction, setPendingAction] = useState<BulkAction>();
  const [isTagging, setTagging] = useState(false);
  useRestoreFocus();
  const { ids } = selection;
  const { matching } = shown;
  const hidden = [...ids].filter((id) => !matching.has(id)).length;
  const unselected = matching.size - (ids.size - hidden);
  const watchUnavailable = live.gathering.watchUnavailable ?? { kind: "token-kind" };
  return (
    <section class="bulk" aria-label={t("selection")}>
      <div class="selected">
        <strong role="status">{tn("selected", ids.size)}</strong>
        {hidden > 0 && <span class="dim">{tn("selectedHidden", hidden)}</span>}
        {unselected > 0 && (
          <button type="button" class="quiet" onClick={() => select(addAll(selection, [...matching]))}>
            {tn("selectAllMatching", matching.size)}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => select(NO_SELECTION)}>
          {t("clearSelection")}
        </button>
      </div>
      <div class="actions">
        {BULK_ACTIONS.map(({ action, name }) => {
          const isOff = !canWatch && action !== "star" && action !== "unstar";
          return (
            <button
              key={action}
              type="button"
              aria-disabled={isOff}
              title={isOff ? reasonText(watchUnavailable) : undefined}
              onClick={() => !isOff && setPendingAction(action)}
            >
              {t(name)}
            </button>
          );
        })}
        <button type="button" onClick={() => setTagging(true)}>
          {t("tagSelection")}
        </button>
      </div>
      {isTagging && <TagSelection ids={[...ids]} close={() => setTagging(false)} />}
      {pendingAction && (
        <ConfirmAction
          action={pendingAction}
          ids={[...ids]}
          hidden={hidden}
          close={(isStarted) => {
            setPendingAction(undefined);
            if (isStarted) select(NO_SELECTION);
          }}
        />
      )}
    </section>
  );
}
