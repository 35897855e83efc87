import { SETTING_NAMES, SETTINGS } from "@forgehand/tasks/settings/settings";
import { describe, expect, test } from "vitest";
import { isOwnFlag } from "./commands.ts";
import { parseArguments } from "./parse-arguments.ts";
import { SETTING_FLAGS } from "./setting-flags.ts";

const settingsOf = (args: readonly string[]) => Object.fromEntries(parseArguments(args).settings);

describe("the command line", () => {
  test("has every setting as a flag, except secrets and those of other modes", () => {
    const others = SETTING_NAMES.filter((name) => !SETTING_FLAGS.includes(name));
    expect(others.filter((name) => !SETTINGS[name].secret)).toEqual([
      "mode",
      "shards",
      "pull-request-comment",
      "drift-issue",
      "reports",
    ]);
    expect(SETTING_FLAGS.filter(isOwnFlag)).toEqual([]);
    for (const name of SETTING_FLAGS) {
      const args = SETTINGS[name].shape === "flag" ? [`--${name}`] : [`--${name}`, "x"];
      expect(settingsOf(["plan", ...args])).toEqual({ [name]: SETTINGS[name].shape === "flag" ? "true" : "x" });
    }
  });

  test("joins repeated lists, and negates flags", () => {
    const args = ["plan", "--repositories", "a/b", "--repositories=c/*", "--no-allow-widen", "--use-default=false"];
    expect(settingsOf(args)).toEqual({
      repositories: "a/b\nc/*",
      "allow-widen": "false",
      "use-default": "false",
    });
    expect(settingsOf(["plan", "--deliver", "./x", "--deliver=-y"])).toEqual({ deliver: "./x\n-y" });
  });

  test("takes flags before the command, short flags, and - as a value", () => {
    const { command, own, settings } = parseArguments(["--no-color", "apply", "-y", "--value-file", "-"]);
    expect(command).toBe("apply");
    expect(Object.fromEntries(own)).toEqual({ color: "false", yes: "true" });
    expect(settings.get("value-file")).toBe("-");
  });
});

describe("a secret as a flag", () => {
  const secrets = SETTING_NAMES.filter((name) => SETTINGS[name].secret);
  test.for(secrets)("is refused, and its value is not repeated: --%s", (name) => {
    for (const args of [
      ["plan", `--${name}`, "ghp_hidden"],
      ["plan", `--${name}=ghp_hidden`],
      [`--${name}`, "ghp_hidden", "plan"],
    ]) {
      const parse = () => parseArguments(args);
      // The whole message, in which the value would show.
      expect(parse).toThrow(/^--[\w-]+ must not be a flag: (?!.*ghp_hidden)/);
    }
  });
});

describe("an invalid command line", () => {
  test.for([
    [
      ["plna"],
      'The command must be one of init, plan, check, apply, redeliver, explain, completion, help, got "plna". Did you mean plan?',
    ],
    [["plan", "--repositries", "x"], "--repositries is not a flag of forgehand plan. Did you mean --repositories?"],
    [["plan", "--yes"], "--yes is not a flag of forgehand plan. These commands take it: apply, redeliver."],
    [
      ["plan", "--mode", "apply"],
      "--mode is not a flag of forgehand plan. The commands plan, check and apply are the modes.",
    ],
    [
      ["redeliver", "--secret", "X"],
      "--secret is not a flag of forgehand redeliver. These commands take it: init, plan, check, apply, explain.",
    ],
    [["plan", "--level", "x", "--level", "y"], "--level must be given once."],
    [["plan", "--level"], "--level must have a value, got none."],
    [
      ["plan", "--level", "--json"],
      "--level must have a value, got the flag --json. A value that starts with - follows =: --level=--json",
    ],
    [
      ["plan", "acme/widgets"],
      'forgehand plan must have no argument without a flag, got "acme/widgets". Run forgehand help plan.',
    ],
    [["completion"], "forgehand completion must have the argument SHELL. Run forgehand help completion."],
    [["--json"], "A command must be given before --json. Run forgehand help for a list."],
    [["ghp_0123456789012345678901234567890123456", "plan"], "got a text of 41 characters."],
  ] as const)("is explained: %j", ([args, message]) => {
    expect(() => parseArguments(args)).toThrow(message);
  });
});
