import { openDB } from "idb";
import { localStorageValues, sessionStorageValues, syncStorageValues } from "./browser.fixture.ts";

/** Names of the extension's databases. Other tests use lists of other names. */
const DATABASES = ["forgehand-accounts", "forgehand-state", "forgehand-lists"];

/** Returns the content of all databases and of the browser's storage as one text. */
export async function readAllStoredData(): Promise<string> {
  const areas = [sessionStorageValues, localStorageValues, syncStorageValues].map((values) => [...values]);
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  const own = names.filter((name) => DATABASES.includes(name));
  return JSON.stringify([areas, await Promise.all(own.map(readDatabase))]);
}

async function readDatabase(name: string): Promise<unknown> {
  const db = await openDB(name);
  const stores = await Promise.all(
    [...db.objectStoreNames].map(async (store) => [await db.getAllKeys(store), await db.getAll(store)]),
  );
  db.close();
  return stores;
}
