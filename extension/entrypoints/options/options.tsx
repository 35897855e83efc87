import { useEffect, useState } from "preact/hooks";
import { browser } from "wxt/browser";
import { readApiAddress, readHostAddress } from "../../host/address.ts";
import { hostPattern } from "../../host/pattern.ts";
import type { AccountName, AccountSummary } from "../../messages/accounts.ts";
import { ask, problemIn } from "../../ui/ask.ts";

/** Accounts: which forge, whose token. */
export function Options() {
  const [accounts, setAccounts] = useState<readonly AccountSummary[]>([]);
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function run(work: () => Promise<{ accounts: readonly AccountSummary[]; done?: string }>) {
    setBusy(true);
    setProblem(undefined);
    setDone(undefined);
    try {
      const result = await work();
      setAccounts(result.accounts);
      setDone(result.done);
      return true;
    } catch (error) {
      setProblem(sentenceOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  }

  useEffect(() => {
    ask("accounts", {}).then(setAccounts, (error: unknown) => setProblem(sentenceOf(error)));
  }, []);

  async function save(form: HTMLFormElement) {
    const fields = new FormData(form);
    const text = (name: string) => String(fields.get(name) ?? "").trim();
    const saved = await run(async () => {
      const { origin, apiUrl: usual } = readHostAddress(text("host"));
      const apiUrl = text("api") === "" ? usual : readApiAddress(text("api"));
      if (text("token") === "")
        throw new Error("The token is missing. Make one in the forge's own settings and paste it.");
      // Before anything else is awaited: the browser asks the person only right after a click.
      const granted = await browser.permissions.request({ origins: [hostPattern(origin), hostPattern(apiUrl)] });
      if (!granted) throw new Error(`Without your permission Forgehand can't work on ${origin}. Nothing was saved.`);
      const dialect = text("dialect") === "svc" ? "svc" : "github";
      const { accounts, login } = await ask("save-account", { origin, apiUrl, dialect, token: text("token") });
      return { accounts, done: `Forgehand acts as ${login} on ${origin}.` };
    });
    if (saved) form.reset();
  }

  const remove = (account: AccountName) =>
    run(async () => ({
      accounts: await ask("remove-account", account),
      done: `The account and its token are gone from ${account.origin}.`,
    }));

  return (
    <main>
      <h1>Forgehand</h1>
      <p>Watch, star and review-request controls on your forge's own pages.</p>

      <section aria-labelledby="accounts">
        <h2 id="accounts">Accounts</h2>
        {accounts.length === 0 && <p class="dim">None yet. Add your first one below.</p>}
        <ul>
          {accounts.map(({ origin, login, apiUrl }) => (
            <li key={`${origin} ${login}`}>
              <span>
                <strong>{login}</strong> on {origin}
                <small>{apiUrl}</small>
              </span>
              <button
                type="button"
                disabled={busy}
                aria-label={`Remove ${login} on ${origin}`}
                onClick={() => void remove({ origin, login })}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="add">
        <h2 id="add">Add an account</h2>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save(event.currentTarget);
          }}
        >
          <label>
            Host
            <input name="host" placeholder="https://github.com" spellcheck={false} required />
          </label>
          <label>
            Token
            <input name="token" type="password" autocomplete="off" spellcheck={false} aria-describedby="token-help" />
          </label>
          <small id="token-help">
            A classic token with the scope <code>repo</code> works for every control. It stays in this browser and
            travels only to the host's API.
          </small>
          <details>
            <summary>More</summary>
            <label>
              API address
              <input name="api" placeholder="from the host" spellcheck={false} />
            </label>
            <label>
              Names on the wire
              <select name="dialect">
                <option value="github">github</option>
                <option value="svc">svc</option>
              </select>
            </label>
          </details>
          <button type="submit" class="primary" disabled={busy}>
            Save
          </button>
        </form>
        <p role="status">{done}</p>
        {problem && (
          <p role="alert" class="problem">
            {problem}
          </p>
        )}
      </section>
    </main>
  );
}

/** What went wrong, in a sentence: from the worker, or from a form of this page. */
function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : problemIn(error).text;
}
