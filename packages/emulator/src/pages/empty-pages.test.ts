import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";
import { openBrowser } from "./browser.fixture.ts";

// The tests change nothing, so they share one emulator.

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({
    seed: { users: { dora: {} }, organizations: { acme: {}, void: {} }, repositories: { "acme/bare": {} } },
  });
});
afterAll(() => emulator.stop());

describe("an empty list shows a message", () => {
  test.for([
    ["/dora", "dora has no public repositories yet"],
    ["/dora?tab=repositories", "dora has no public repositories yet"],
    ["/dashboard", "Repositories that you work on are listed here"],
    ["/trending", "There are no trending repositories"],
    ["/topics/widgets", "No repository has this topic"],
    ["/dora?tab=stars", "dora has not starred anything yet"],
    ["/acme/bare", "This repository is empty"],
    ["/acme/bare/pulls", "No results matched your search"],
    ["/acme/bare/issues", "No results matched your search"],
    ["/acme/bare/commits", "There are no commits"],
    ["/acme/bare/releases", "There aren’t any releases here"],
    ["/notifications", "All caught up"],
    ["/acme/bare/stargazers", "No one has starred this repository yet"],
    ["/acme/bare/watchers", "No one is watching this repository"],
    ["/acme/bare/forks", "No one has forked this repository yet"],
    ["/void", "This organization has no public repositories"],
    ["/watching", "You don’t watch any repositories"],
    ["/search?q=zzz&type=users", "did not match any users"],
  ] as const)("%s", async ([path, text]) => {
    expect((await (await openBrowser(emulator, "dora")).see(path)).visibleText).toContain(text);
  });
});
