import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** A field whose value is masked and not stored by the browser or a password manager. */
export function SecretField({
  name,
  label,
  children,
}: {
  readonly name: string;
  readonly label: string;
  readonly children?: ComponentChildren;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        type="password"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-describedby={children ? `${id}-help` : undefined}
        data-1p-ignore
        data-bwignore="true"
        data-lpignore="true"
        data-form-type="other"
      />
      {children && <small id={`${id}-help`}>{children}</small>}
    </div>
  );
}
