import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";
import { visitor } from "./visitor.fixture.ts";

// Nothing is changed here, so that one service does for all.

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({
    seed: { users: { dora: {} }, organizations: { acme: {}, void: {} }, repositories: { "acme/bare": {} } },
  });
});
afterAll(() => emulator.stop());

describe("empty lists say so", () => {
  test.for([
    ["/dora", "dora has no public repositories yet"],
    ["/dora?tab=repositories", "dora has no public repositories yet"],
    ["/dashboard", "Those that you work on are listed here"],
    ["/trending", "There are no trending repositories"],
    ["/topics/widgets", "No repository has this topic"],
    ["/dora?tab=stars", "dora has not starred anything yet"],
    ["/acme/bare", "This repository is empty"],
    ["/acme/bare/pulls", "No results matched your search"],
    ["/acme/bare/stargazers", "No one has starred this repository yet"],
    ["/acme/bare/watchers", "No one is watching this repository"],
    ["/acme/bare/forks", "No one has forked this repository yet"],
    ["/void", "This organization has no public repositories"],
    ["/watching", "You don’t watch any repositories"],
    ["/search?q=zzz&type=users", "did not match any users"],
  ] as const)("%s", async ([path, said]) => {
    expect((await (await visitor(emulator, "dora")).see(path)).words).toContain(said);
  });
});
