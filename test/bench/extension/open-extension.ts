import { CHROMIUM } from "../../../scripts/browsers.mjs";
import { ensureProgram } from "../../../scripts/program.mjs";
import { addAccount } from "../../browser/add-account.ts";
import { launchWithExtension } from "../../browser/chromium.ts";
import { loadBuiltEmulator } from "../emulator/bench-emulator.ts";
import type { Bench } from "../harness.ts";

/** Rounds of visits. */
export const ROUNDS = { rounds: 9 };

/** Starts an emulator, and a browser with the extension and an account. Both end with the part. */
export async function openExtension({ defer }: Bench) {
  process.env[CHROMIUM.variable] ??= ensureProgram(CHROMIUM, (line) => process.stderr.write(`${line}\n`));
  const startEmulator = await loadBuiltEmulator();
  const emulator = await startEmulator({});
  defer(() => emulator.stop());
  const browser = await launchWithExtension();
  defer(() => browser.close());
  const ownPage = await browser.context.newPage();
  await ownPage.goto(browser.optionsUrl);
  await addAccount(ownPage, emulator, "alice");
  return { emulator, browser, ownPage };
}

/**
 * Script that runs code in a transaction of a database of the extension.
 * @param body code that uses `transaction` and can set `result`
 */
export const inTransaction = (
  database: string,
  stores: readonly string[],
  body: string,
) => `new Promise((resolve, reject) => {
  const opening = indexedDB.open("${database}");
  opening.onerror = reject;
  opening.onsuccess = () => {
    const transaction = opening.result.transaction(${JSON.stringify(stores)}, "readwrite");
    let result;
    ${body}
    transaction.onabort = reject;
    transaction.oncomplete = () => { opening.result.close(); resolve(result); };
  };
})`;
