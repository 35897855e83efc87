import { useId, useState } from "preact/hooks";
import { t } from "../../locales/i18n.ts";
import type { ControlId } from "../../model/control-states.ts";
import { CONTROL_IDS, CONTROLS } from "../../model/controls.ts";
import { findConflict, isShortcutKey, shortcutProblem } from "../../model/shortcut-keys.ts";
import { DEFAULT_SETTINGS } from "../../settings.ts";
import { Alert } from "../../ui/alert.tsx";
import { shortcutName } from "../../ui/shortcuts.ts";
import type { OptionsState } from "../use-options.ts";

/** Keyboard shortcuts, recorded by pressing them. */
export function Shortcuts({ options: { settings, change } }: { readonly options: OptionsState }) {
  const { shortcuts } = settings;
  const save = (id: ControlId, keys: string) => change({ ...settings, shortcuts: { ...shortcuts, [id]: keys } });
  const isDefault = CONTROL_IDS.every((id) => shortcuts[id] === DEFAULT_SETTINGS.shortcuts[id]);
  return (
    <>
      <p class="lead">{t("shortcutsLead")}</p>
      <div class="panel">
        {CONTROL_IDS.map((id) => (
          <ShortcutField
            key={id}
            name={t(CONTROLS[id].shortcutName)}
            keys={shortcuts[id]}
            validate={(keys) => {
              const problem = shortcutProblem(keys);
              const other = findConflict(keys, id, shortcuts);
              if (problem) return t(problem, keys);
              return other && t("keysAreTaken", keys, t(CONTROLS[other].shortcutName));
            }}
            save={(keys) => void save(id, keys)}
          />
        ))}
        <button
          type="button"
          disabled={isDefault}
          onClick={() => void change({ ...settings, shortcuts: DEFAULT_SETTINGS.shortcuts })}
        >
          {t("keysUsual")}
        </button>
      </div>
    </>
  );
}

function ShortcutField({
  name,
  keys,
  validate,
  save,
}: {
  readonly name: string;
  readonly keys: string;
  /** Returns why a shortcut is not allowed, translated. */
  readonly validate: (keys: string) => string | undefined;
  readonly save: (keys: string) => void;
}) {
  const id = useId();
  const [recording, setRecording] = useState(false);
  const [problem, setProblem] = useState<string>();
  const stopRecording = () => setRecording(false);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!recording) return;
    const isBare = !event.ctrlKey && !event.altKey && !event.metaKey;
    // Tab leaves the field, so that keyboard users are not trapped.
    if (event.key === "Tab" && isBare) return stopRecording();
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape" && isBare) return stopRecording();
    if ((event.key === "Backspace" || event.key === "Delete") && isBare) return setKeys("");
    if (isShortcutKey(event)) setKeys(shortcutName(event));
  };
  const setKeys = (chosen: string) => {
    const refusalText = chosen === "" ? undefined : validate(chosen);
    setProblem(refusalText);
    if (refusalText) return;
    stopRecording();
    if (chosen !== keys) save(chosen);
  };
  const startRecording = () => {
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
          onClick={startRecording}
          onKeyDown={onKeyDown}
          onBlur={stopRecording}
        >
          {recording ? t("keysPress") : t("keysChange")}
        </button>
        {keys !== "" && (
          <button type="button" aria-describedby={id} onClick={() => setKeys("")}>
            {t("keysClear")}
          </button>
        )}
      </div>
      {recording && <small>{t("keysHelp")}</small>}
      <Alert text={problem} />
    </div>
  );
}
