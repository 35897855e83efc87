import { StarIcon } from "../ui/icons.tsx";
import { trusted } from "../ui/trusted.ts";
import { subjectName } from "../ui/view.ts";
import { t } from "../ui/words.ts";
import { type Drawn, declareControl } from "./control.tsx";

/** One click stars, the next one takes the star away. */
export function StarButton({ state, busy, act, view }: Drawn<"star">) {
  const starred = state?.starred ?? null;
  const toggle = async (to: boolean) => {
    if (!state || busy) return;
    const count = state.count === null ? null : state.count + (to ? 1 : -1);
    const done = await act({ starred: to }, { starred: to, count });
    if (done)
      view.say(t(to ? "starredNow" : "unstarredNow", subjectName(view)), () => void view.act("star", { starred: !to }));
  };
  return (
    <button
      type="button"
      aria-pressed={starred ?? undefined}
      aria-label={starred ? t("unstar") : t("star")}
      aria-disabled={starred === null}
      title={starred ? t("unstar") : t("star")}
      onClick={trusted(() => starred !== null && void toggle(!starred))}
    >
      <StarIcon filled={starred === true} />
      {!view.small && <span>{starred ? t("starred") : t("star")}</span>}
      <Count count={state?.count} />
    </button>
  );
}

/** How many there are; a dash where nobody knows. */
export function Count({ count }: { readonly count: number | null | undefined }) {
  return <span class="count">{count ?? "–"}</span>;
}

export const star = declareControl({ id: "star", on: ["repository"], name: "star", Face: StarButton });
