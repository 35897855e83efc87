import { StarIcon } from "../ui/icons.tsx";
import { trusted } from "../ui/trusted.ts";
import { declareControl } from "./control.tsx";

export const star = declareControl({
  id: "star",
  on: "repository",
  name: "Star",
  View({ state, busy, act }) {
    const starred = state?.starred ?? false;
    const toggle = () => {
      if (!state || busy) return;
      void act({ starred: !starred }, { starred: !starred, count: state.count + (starred ? -1 : 1) });
    };
    return (
      <button
        type="button"
        aria-pressed={state ? starred : undefined}
        aria-label={starred ? "Unstar" : "Star"}
        aria-disabled={!state}
        onClick={trusted(toggle)}
      >
        <StarIcon filled={starred} />
        <span>{starred ? "Starred" : "Star"}</span>
        <span class="count">{state?.count ?? "–"}</span>
      </button>
    );
  },
});
