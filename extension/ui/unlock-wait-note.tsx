import { t } from "../locales/i18n.ts";
import { formatCountdown } from "./countdown.ts";
import type { UnlockWait } from "./use-unlock-wait.ts";

/** Shows how long no passphrase can be tried after wrong ones. */
export function UnlockWaitNote({ wait: { remaining }, style }: { readonly wait: UnlockWait; readonly style: string }) {
  if (remaining === 0) return null;
  return (
    <p class={style} role="timer">
      {t("passphraseWait", formatCountdown(remaining))}
    </p>
  );
}
