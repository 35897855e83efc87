import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { stepLog } from "./step-log.ts";

const parts = fc.constantFrom(
  ...["::error::x", "::set-output name=x::y", "::stop-commands::x", "##[error]x", "##[add-mask]x", "%0A::error::x"],
  ...["\n", "\r", "\r\n", "\u2028", "\u0085", " ", "\t", ":", "a", "😀", "\u202E"],
);
const text = fc.oneof(
  fc.array(parts, { maxLength: 8 }).map((all) => all.join("")),
  fc.string({ unit: "binary-ascii" }),
);

/** Returns what a function writes to standard output. */
function outputOf(act: () => void): string {
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    written.push(String(chunk));
    return true;
  });
  const exitCode = process.exitCode;
  try {
    act();
  } finally {
    write.mockRestore();
    process.exitCode = exitCode;
  }
  return written.join("");
}

test("no text in the log is a command of the runner", () => {
  const log = stepLog();
  fc.assert(
    fc.property(text, text, (line, other) => {
      const infos = outputOf(() => log.info(line)).split(/\r\n|\n|\r/);
      expect(infos).toHaveLength(2);
      expect(infos[0]).not.toMatch(/^\s*::|##\[/);
      for (const [command, act] of [
        ["warning", log.warning],
        ["error", log.error],
      ] as const) {
        const lines = outputOf(() => act(line)).split(/\r\n|\n|\r/);
        expect(lines).toHaveLength(2);
        expect(lines[0]?.startsWith(`::${command}::`)).toBe(true);
      }
      const grouped = outputOf(() => log.group(line, [other])).split(/\r\n|\n|\r/);
      expect(grouped).toHaveLength(4);
      expect(grouped[0]?.startsWith("::group::")).toBe(true);
      expect(grouped[1]).not.toMatch(/^\s*::|##\[/);
      expect(grouped[2]).toBe("::endgroup::");
    }),
  );
});
