import { useId } from "preact/hooks";
import { t } from "../../locales/i18n.ts";

/** A switch with its description. */
export function Toggle({
  name,
  description,
  isOn,
  isEnforced = false,
  onChange,
}: {
  readonly name: string;
  readonly description: string;
  readonly isOn: boolean;
  /** Whether an administrator has switched it off. */
  readonly isEnforced?: boolean;
  readonly onChange: (on: boolean) => void;
}) {
  const id = useId();
  return (
    <div class="switch">
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        disabled={isEnforced}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        aria-describedby={`${id}-means`}
      />
      <label for={id}>{name}</label>
      <small id={`${id}-means`}>
        {description}
        {isEnforced && <span class="decided">{t("decidedForYou")}</span>}
      </small>
    </div>
  );
}
