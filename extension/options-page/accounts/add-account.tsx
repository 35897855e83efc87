import { DIALECT_NAMES, type DialectName } from "@forgehand/core/dialects";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { browser } from "wxt/browser";
import { isHostAllowed } from "../../host/allowed-hosts.ts";
import { AddressError, isUnencrypted, parseApiAddress, parseTypedHost } from "../../host/host-address.ts";
import { hostPattern } from "../../host/host-pattern.ts";
import { t } from "../../locales/i18n.ts";
import type { TokenConflict } from "../../messages/accounts.ts";
import { callWorker } from "../../ui/call-worker.ts";
import { SecretField } from "../secret-field.tsx";
import { FormError, type OptionsState } from "../use-options.ts";
import { ReplaceToken } from "./replace-token.tsx";
import { TokenHelp } from "./token-help.tsx";

/** Form that adds an account, or replaces the token of an existing one. */
export function AddAccount({
  options: { run, busy, policy, accounts },
  host = "",
  added,
}: {
  readonly options: OptionsState;
  /** Prefilled host. */
  readonly host?: string | undefined;
  readonly added: () => void;
}) {
  const id = useId();
  const [hostInput, setHostInput] = useState(host);
  const [apiInput, setApiInput] = useState("");
  const [dialect, setDialect] = useState<"auto" | DialectName>("auto");
  const [conflict, setConflict] = useState<TokenConflict>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (host === "") return;
    form.current?.scrollIntoView({ block: "center" });
    form.current?.querySelector<HTMLElement>("[name=token]")?.focus();
  }, [host]);
  const address = tryParse(() => parseTypedHost(hostInput));
  const apiUrl = tryParse(() => parseApiAddress(apiInput)) ?? address?.apiUrl;
  const isOpen = address !== undefined && apiUrl !== undefined && isUnencrypted({ origin: address.origin, apiUrl });
  const isNew = !accounts.some(({ origin }) => origin === host);

  /** @param replaces kind of the account's token, if the user allows to replace it by one of another kind */
  const save = async (form: HTMLFormElement, replaces?: TokenConflict["current"]) => {
    const fields = new FormData(form);
    const text = (name: string) => String(fields.get(name) ?? "").trim();
    let isSaved = false;
    await run(async () => {
      const { origin, apiUrl: defaultApiUrl } = parseTypedHost(text("host"));
      const apiUrl = text("api") === "" ? defaultApiUrl : parseApiAddress(text("api"));
      if (!isHostAllowed(origin, policy.allowedHosts)) throw new FormError(t("hostNotAllowed", origin));
      const allowHttp = fields.has("allow-http");
      if (isUnencrypted({ origin, apiUrl }) && !allowHttp) throw new AddressError("addressIsOpen");
      const token = text("token");
      if (token === "") throw new FormError(t("tokenIsNotGiven"));
      // Must be the first await: browsers show the permission prompt only directly after a click.
      const granted = await browser.permissions.request({ origins: [hostPattern(origin), hostPattern(apiUrl)] });
      if (!granted) throw new FormError(t("permissionDenied", origin));
      const result = await callWorker("save-account", { origin, apiUrl, dialect, token, allowHttp, replaces });
      if ("conflict" in result) {
        setConflict(result.conflict);
        return undefined;
      }
      isSaved = true;
      return t("actsAsOn", result.login, origin);
    });
    if (isSaved) clear(form);
  };
  const clear = (form: HTMLFormElement) => {
    for (const field of form.querySelectorAll<HTMLInputElement>("[name=token]")) field.value = "";
    setHostInput("");
    setApiInput("");
    setDialect("auto");
    setConflict(undefined);
    added();
  };
  const keepToken = ({ login }: TokenConflict) => {
    if (form.current) clear(form.current);
    void run(async () => t("tokenKept", login));
  };

  return (
    <section class="panel" aria-labelledby={`${id}-add`}>
      <h3 id={`${id}-add`}>{isNew ? t("addAccount") : t("newTokenOn", host)}</h3>
      <form
        ref={form}
        autocomplete="off"
        onInput={() => setConflict(undefined)}
        onSubmit={(event) => {
          event.preventDefault();
          void save(event.currentTarget);
        }}
      >
        <div class="field">
          <label for={`${id}-host`}>{t("optHost")}</label>
          <input
            id={`${id}-host`}
            name="host"
            placeholder="https://github.com"
            spellcheck={false}
            autocapitalize="off"
            required
            value={hostInput}
            onInput={({ currentTarget }) => setHostInput(currentTarget.value)}
            aria-describedby={`${id}-host-help`}
          />
          <small id={`${id}-host-help`} aria-live="polite">
            {address?.isReduced ? t("hostIsReduced", address.origin) : t("hostHelp")}
          </small>
        </div>
        <TokenHelp
          open={accounts.length === 0}
          origin={address?.origin ?? "https://github.com"}
          dialect={dialect === "auto" ? DIALECT_NAMES[0] : dialect}
        />
        <SecretField name="token" label={t("optToken")}>
          {t("tokenHelp")}
        </SecretField>
        <details class="more">
          <summary>{t("moreFields")}</summary>
          <div class="field">
            <label for={`${id}-api`}>{t("apiAddress")}</label>
            <input
              id={`${id}-api`}
              name="api"
              placeholder={address?.apiUrl ?? "https://forge.example.com/api/v3"}
              spellcheck={false}
              autocapitalize="off"
              value={apiInput}
              onInput={({ currentTarget }) => setApiInput(currentTarget.value)}
              aria-describedby={`${id}-api-help`}
            />
            <small id={`${id}-api-help`}>{t("apiHelp")}</small>
          </div>
          <div class="field">
            <label for={`${id}-dialect`}>{t("wireNames")}</label>
            <select
              id={`${id}-dialect`}
              name="dialect"
              value={dialect}
              onChange={({ currentTarget: { value } }) =>
                setDialect(DIALECT_NAMES.find((name) => name === value) ?? "auto")
              }
              aria-describedby={`${id}-dialect-help`}
            >
              <option value="auto">{t("wireAuto")}</option>
              {DIALECT_NAMES.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
            <small id={`${id}-dialect-help`}>{t("wireHelp")}</small>
          </div>
        </details>
        {isOpen && (
          // The key resets the choice when the addresses change.
          <div class="choice" key={`${address.origin} ${apiUrl}`}>
            <input type="checkbox" name="allow-http" id={`${id}-http`} aria-describedby={`${id}-http-help`} />
            <label for={`${id}-http`}>{t("allowHttp", new URL(address.origin).host)}</label>
            <small id={`${id}-http-help`}>{t("allowHttpMeans")}</small>
          </div>
        )}
        {conflict ? (
          <ReplaceToken
            conflict={conflict}
            busy={busy}
            replace={() => form.current && void save(form.current, conflict.current)}
            keep={() => keepToken(conflict)}
          />
        ) : (
          <button type="submit" class="primary" disabled={busy}>
            {t("optSave")}
          </button>
        )}
      </form>
    </section>
  );
}

/** Parses an input; undefined if it is not valid yet. */
function tryParse<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
