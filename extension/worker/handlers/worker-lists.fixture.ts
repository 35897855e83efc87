import { afterAll, beforeEach } from "vitest";
import { type ListsDatabase, openListsDatabase } from "../../lists/database.ts";
import { useListeners } from "../browser.fixture.ts";
import { useFastPassphrases } from "../fast-passphrases.fixture.ts";
import { addLifecycleListeners } from "../lifecycle-listeners.ts";
import { startBulkServices } from "../lists/bulk-services.ts";
import { resetWorker } from "./messages.fixture.ts";

/**
 * Starts the worker with its lists for the tests of a file; each test starts without accounts and data.
 * @returns the database of the lists
 */
export async function startWorkerWithLists(): Promise<ListsDatabase> {
  useListeners(() => {
    startBulkServices();
    addLifecycleListeners();
  });
  useFastPassphrases();
  beforeEach(resetWorker);
  const lists = await openListsDatabase();
  afterAll(() => lists.close());
  return lists;
}
