import { useId } from "preact/hooks";
import type { Word } from "../../locales/words.ts";
import { CONTROL_SWITCHES, type ControlSwitch } from "../../settings.ts";
import { t } from "../../ui/words.ts";
import type { Options } from "../use-options.ts";

const WORDS = {
  star: { name: "ableStar", means: "switchStarMeans" },
  watch: { name: "ableWatch", means: "switchWatchMeans" },
  "review-request": { name: "ableReviews", means: "switchReviewsMeans" },
  rows: { name: "switchRows", means: "switchRowsMeans" },
} as const satisfies Record<ControlSwitch, { name: Word; means: Word }>;

/** Which controls show. */
export function Controls({ options }: { readonly options: Options }) {
  const { settings, policy, change } = options;
  return (
    <>
      <p class="lead">{t("controlsLead")}</p>
      <div class="panel switches">
        {CONTROL_SWITCHES.map((control) => {
          const isDecided = policy.controlsOff.includes(control);
          return (
            <Switch
              key={control}
              name={t(WORDS[control].name)}
              means={t(WORDS[control].means)}
              decided={isDecided}
              on={settings.controls[control] && !isDecided}
              turn={(on) => void change({ ...settings, controls: { ...settings.controls, [control]: on } })}
            />
          );
        })}
      </div>
    </>
  );
}

function Switch({
  name,
  means,
  on,
  decided,
  turn,
}: {
  readonly name: string;
  readonly means: string;
  readonly on: boolean;
  /** Has an administrator switched it off? */
  readonly decided: boolean;
  readonly turn: (on: boolean) => void;
}) {
  const id = useId();
  return (
    <div class="switch">
      <input
        id={id}
        type="checkbox"
        checked={on}
        disabled={decided}
        onChange={({ currentTarget }) => turn(currentTarget.checked)}
        aria-describedby={`${id}-means`}
      />
      <label for={id}>{name}</label>
      <small id={`${id}-means`}>
        {means}
        {decided && <span class="decided">{t("decidedForYou")}</span>}
      </small>
    </div>
  );
}
