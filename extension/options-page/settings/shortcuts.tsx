import { useId, useState } from "preact/hooks";
import type { Word } from "../../locales/words.ts";
import { nameOf } from "../../overlay/shortcuts.ts";
import { DEFAULT_SETTINGS, SHORTCUT_IDS, type ShortcutId } from "../../settings.ts";
import { t } from "../../ui/words.ts";
import type { Options } from "../use-options.ts";
import { isPressed, problemWith, takenBy } from "./shortcut-keys.ts";

const NAMES = {
  star: "keysForStar",
  watch: "keysForWatch",
  "review-request": "keysForReviews",
} as const satisfies Record<ShortcutId, Word>;

/** Keys on a forge's pages, recorded by pressing them. */
export function Shortcuts({ options: { settings, change } }: { readonly options: Options }) {
  const { shortcuts } = settings;
  const keep = (id: ShortcutId, keys: string) => change({ ...settings, shortcuts: { ...shortcuts, [id]: keys } });
  const isUsual = SHORTCUT_IDS.every((id) => shortcuts[id] === DEFAULT_SETTINGS.shortcuts[id]);
  return (
    <>
      <p class="lead">{t("shortcutsLead")}</p>
      <div class="panel">
        {SHORTCUT_IDS.map((id) => (
          <Shortcut
            key={id}
            name={t(NAMES[id])}
            keys={shortcuts[id]}
            refuse={(keys) => {
              const problem = problemWith(keys);
              const other = takenBy(keys, id, shortcuts);
              if (problem) return t(problem, keys);
              return other && t("keysAreTaken", keys, t(NAMES[other]));
            }}
            keep={(keys) => void keep(id, keys)}
          />
        ))}
        <button
          type="button"
          disabled={isUsual}
          onClick={() => void change({ ...settings, shortcuts: DEFAULT_SETTINGS.shortcuts })}
        >
          {t("keysUsual")}
        </button>
      </div>
    </>
  );
}

function Shortcut({
  name,
  keys,
  refuse,
  keep,
}: {
  readonly name: string;
  readonly keys: string;
  /** What speaks against keys, in words. */
  readonly refuse: (keys: string) => string | undefined;
  readonly keep: (keys: string) => void;
}) {
  const id = useId();
  const [recording, setRecording] = useState(false);
  const [problem, setProblem] = useState<string>();
  const stop = () => setRecording(false);

  const pressed = (event: KeyboardEvent) => {
    if (!recording) return;
    const isBare = !event.ctrlKey && !event.altKey && !event.metaKey;
    // Nobody is to be caught in here.
    if (event.key === "Tab" && isBare) return stop();
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape" && isBare) return stop();
    if ((event.key === "Backspace" || event.key === "Delete") && isBare) return take("");
    if (isPressed(event)) take(nameOf(event));
  };
  const take = (chosen: string) => {
    const refused = chosen === "" ? undefined : refuse(chosen);
    setProblem(refused);
    if (refused) return;
    stop();
    if (chosen !== keys) keep(chosen);
  };
  const begin = () => {
    setProblem(undefined);
    setRecording(true);
  };
  return (
    <div class="shortcut">
      <span id={id}>{name}</span>
      <span class="keys">{keys === "" ? t("keysNone") : keys.split("+").map((key) => <kbd key={key}>{key}</kbd>)}</span>
      <div class="buttons">
        <button
          type="button"
          class={recording ? "recording" : undefined}
          aria-pressed={recording}
          aria-describedby={id}
          onClick={begin}
          onKeyDown={pressed}
          onBlur={stop}
        >
          {recording ? t("keysPress") : t("keysChange")}
        </button>
        {keys !== "" && (
          <button type="button" aria-describedby={id} onClick={() => take("")}>
            {t("keysClear")}
          </button>
        )}
      </div>
      {recording && <small>{t("keysHelp")}</small>}
      {problem && (
        <p role="alert" class="problem">
          {problem}
        </p>
      )}
    </div>
  );
}
