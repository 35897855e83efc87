import { readFileSync } from "node:fs";
import { test as withEmulator } from "@forgehand/emulator/vitest";
import { describe, expect, test } from "vitest";
import * as errors from "../../packages/core/src/errors.ts";
import { runEmulatorCommand } from "../service/emulator-process.ts";
import { runStep } from "../workflow/runner.ts";
import { errorOf, PROVOCATIONS } from "./provoked-errors.ts";

const TOKEN = "ghp_0123456789abcdefghij";
const DOCUMENT = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");

/** Returns the messages that a section of the document shows. */
function documentedMessages(section: string): string[] {
  const [, text = ""] = DOCUMENT.split(`\n## ${section}\n`);
  const [, block = ""] = /^```text\n([\s\S]*?)\n```$/m.exec(text.split("\n## ")[0] ?? "") ?? [];
  return block.split("\n");
}

/** Replaces ports and times with those of the document. */
const normalize = (message: string) =>
  message
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:4567")
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "2026-11-01T12:00:00.000Z");

test("every error class has a section", () => {
  const classes = Object.keys(errors).filter((name) => /Error$/.test(name) && /^[A-Z]/.test(name));
  expect(Object.keys(PROVOCATIONS).sort()).toEqual(classes.filter((name) => name !== "ForgeError").sort());
});

describe("the document shows the message of each error", () => {
  for (const [name, provocations] of Object.entries(PROVOCATIONS)) {
    for (const [index, provoke] of provocations.entries()) {
      withEmulator(`${name}, ${index + 1} of ${provocations.length}`, async ({ emulator }) => {
        const error = await errorOf(() => provoke(emulator));
        expect(error.name).toBe(name);
        expect(documentedMessages(name)).toHaveLength(provocations.length);
        expect(documentedMessages(name)[index]).toBe(normalize(error.message));
      });
    }
  }

  test("the action", async () => {
    const invalidCases = [{ task: "" }, { task: "redeliver", mode: "do", token: TOKEN }];
    const steps = await Promise.all(invalidCases.map((inputs) => runStep(inputs)));
    expect(steps.map(({ errors }) => errors)).toEqual(documentedMessages("The action").map((line) => [line]));
    expect(steps.map(({ exitCode }) => exitCode)).toEqual([1, 1]);
  });

  test("the emulator", async () => {
    const invalidCases = [
      ["--prot", "1"],
      ["--port", "99999"],
      ["--seed", "nowhere.yml"],
    ];
    const runs = await Promise.all(invalidCases.map((flags) => runEmulatorCommand(...flags)));
    expect(runs.map(({ stderr }) => stderr)).toEqual(documentedMessages("The emulator").map((line) => `${line}\n`));
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1]);
  });
});
