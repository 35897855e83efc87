import { describe, expect, vi } from "vitest";
import { addRepositories } from "../workflow/fleet/add-repositories.ts";
import { POLL_OPTIONS, startInTerminal, test, variablesFor } from "./run-cli.ts";

const ROTATE = ["--task", "rotate-secrets", "--repositories", "acme/*", "--secret", "KEY", "--value-env", "NEW"];
const NEW = { NEW: "a new secret value" };
const isWrite = ({ method }: { readonly method: string }) => method !== "GET";

describe("apply in a terminal", () => {
  test("shows the plan, asks, and makes the changes", async ({ emulator, folder }) => {
    const session = startInTerminal(folder, ["apply", ...ROTATE], { ...variablesFor(emulator), ...NEW });
    await session.waitFor("Make these 2 changes?");
    expect(session.text()).toMatch(/planned {2}acme\/gears: KEY/);
    expect(emulator.control.calls().filter(isWrite)).toEqual([]);
    session.type("y");
    expect(await session.done).toBe(0);
    expect(session.text()).toContain("2 changed, 0 failed, 0 skipped.");
    expect(emulator.control.secrets().filter(({ value }) => value === NEW.NEW)).toHaveLength(2);
  });

  test.for([
    ["no", "n"],
    ["Enter, which is no", "\r"],
    ["Ctrl+C", "\u0003"],
  ])("changes nothing after %s", async ([, keys], { emulator, folder }) => {
    const session = startInTerminal(folder, ["apply", ...ROTATE], { ...variablesFor(emulator), ...NEW });
    await session.waitFor("Make these 2 changes?");
    session.type(keys ?? "");
    expect(await session.done).toBe(1);
    expect(session.text()).toContain("2 not started");
    expect(emulator.control.calls().filter(isWrite)).toEqual([]);
  });

  test("applies what was confirmed, not what has appeared since", async ({ emulator, folder }) => {
    const args = ["apply", ...ROTATE, "--when", "missing"];
    const session = startInTerminal(folder, args, { ...variablesFor(emulator), ...NEW });
    await session.waitFor("Make these 2 changes?");
    await emulator.control.seed({ repositories: { "acme/late": {} } });
    session.type("y");
    expect(await session.done).toBe(0);
    const writes = emulator.control.calls().filter(isWrite);
    expect(writes.map(({ path }) => path).filter((path) => path.includes("late"))).toEqual([]);
    expect(writes).toHaveLength(2);
  });
});

describe("a terminal", () => {
  test("of 60 columns is not exceeded", async ({ emulator, folder }) => {
    const args = [
      "plan",
      "--task",
      "oidc-template",
      "--repositories",
      "acme/*",
      "--include-claim-keys",
      "repo,context,ref",
    ];
    const session = startInTerminal(folder, args, variablesFor(emulator), 60);
    expect(await session.done).toBe(2);
    const report = session.text().slice(session.text().indexOf("OIDC subject template\n"));
    const lines = report.split("\n");
    expect(lines.length).toBeGreaterThan(8);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(60);
    expect(session.raw()).toContain("\u001b[33mplanned");
  });

  test("has no colors with NO_COLOR", async ({ emulator, folder }) => {
    const variables = { ...variablesFor(emulator), ...NEW, NO_COLOR: "1" };
    const session = startInTerminal(folder, ["plan", ...ROTATE], variables);
    expect(await session.done).toBe(2);
    expect(session.raw()).not.toContain("\u001b[3");
  });

  test("asks for a token and does not show it", async ({ emulator, folder }) => {
    const { GH_TOKEN: token = "", ...variables } = { ...variablesFor(emulator), ...NEW };
    const session = startInTerminal(folder, ["plan", ...ROTATE], variables);
    await session.waitFor("Token for");
    session.type(`${token}\r`);
    expect(await session.done).toBe(2);
    expect(session.raw()).not.toContain(token);
    expect(session.text()).toContain("2 would be changed");
  });

  test("shows progress on one line, which is gone at the end; none in continuous integration", async ({
    emulator,
    folder,
  }) => {
    await addRepositories(emulator, "acme", 20);
    const args = ["apply", "--yes", "--pace", "off", ...ROTATE];
    const session = startInTerminal(folder, args, { ...variablesFor(emulator), ...NEW }, 60);
    expect(await session.done).toBe(0);
    const frames = session
      .raw()
      .split("\r\u001b[2K")
      .filter((frame) => /^█*░* (?:Read|Applied) \d+ of 22/.test(frame));
    expect(frames.length).toBeGreaterThan(0);
    const afterProgress = session.raw().slice(session.raw().lastIndexOf("\u001b[2K"));
    expect(afterProgress).not.toMatch(/\d+ of 22/);
    const inIntegration = startInTerminal(folder, args, { ...variablesFor(emulator), ...NEW, CI: "true" }, 60);
    expect(await inIntegration.done).toBe(0);
    expect(inIntegration.raw()).not.toContain("\u001b[2K");
  });

  test("ends at once at the second Ctrl+C, with what is known", async ({ emulator, folder }) => {
    emulator.control.faults.add({ operation: "putRepositoryActionsSecret", delay: 3600 });
    const session = startInTerminal(folder, ["apply", "--yes", ...ROTATE], { ...variablesFor(emulator), ...NEW });
    await vi.waitFor(() => expect(emulator.control.faults.list()[0]?.happened).toBe(2), POLL_OPTIONS);
    session.type("\u0003");
    await session.waitFor("The run was cancelled: finishing work in progress");
    // Signals within a second count as one, so the key is pressed until the command ends.
    const presses = setInterval(() => session.type("\u0003"), 300);
    expect(await session.done).toBe(1);
    clearInterval(presses);
    expect(session.text()).toContain("2 unknown");
    expect(session.text()).toContain("The run was cancelled. Run the command again to continue.");
  });
});
