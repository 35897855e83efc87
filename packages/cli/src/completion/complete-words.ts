import { isSettingName, SETTINGS } from "@forgehand/tasks/settings/settings";
import { COMMANDS, type CommandName, isCommandName, isOwnFlag, OWN_FLAGS } from "../arguments/commands.ts";
import { flagNamesOf } from "../arguments/parse-arguments.ts";
import { settingDescription } from "../help/setting-description.ts";
import { SHELLS } from "./scripts.ts";

/** A proposal for the word at the cursor. */
export interface Proposal {
  readonly word: string;
  readonly description: string;
}

/**
 * Proposes words for the last one, which can be empty.
 * @param words the words after the program's name, up to the cursor
 * @returns an empty list where the shell proposes files
 */
export function completeWords(words: readonly string[]): readonly Proposal[] {
  const current = words.at(-1) ?? "";
  const earlier = words.slice(0, -1);
  const command = earlier.find(isCommandName);
  const startsWithCurrent = ({ word }: Proposal) => word.startsWith(current);
  const previous = earlier.at(-1) ?? "";
  if (takesValue(previous)) return valuesOf(previous.slice(2)).filter(startsWithCurrent);
  if (command === undefined) {
    return current.startsWith("-") ? [] : commandProposals().filter(startsWithCurrent);
  }
  if (current.startsWith("-")) return flagProposals(command).filter(startsWithCurrent);
  return argumentProposals(command).filter(startsWithCurrent);
}

function commandProposals(): readonly Proposal[] {
  return Object.entries(COMMANDS).map(([word, { summary }]) => ({ word, description: summary }));
}

function flagProposals(command: CommandName): readonly Proposal[] {
  return flagNamesOf(command).map((name) => ({
    word: `--${name}`,
    description: isOwnFlag(name) ? OWN_FLAGS[name].description : isSettingName(name) ? settingDescription(name) : "",
  }));
}

function argumentProposals(command: CommandName): readonly Proposal[] {
  if (command === "completion") return SHELLS.map((word) => ({ word, description: "" }));
  return command === "help" ? commandProposals() : [];
}

function takesValue(word: string): boolean {
  const name = word.slice(2);
  if (!word.startsWith("--")) return false;
  if (isOwnFlag(name)) return OWN_FLAGS[name].shape !== "flag";
  return isSettingName(name) && SETTINGS[name].shape !== "flag";
}

/** Returns the values of a setting that has a fixed set of them. */
function valuesOf(name: string): readonly Proposal[] {
  if (!isSettingName(name)) return [];
  return (SETTINGS[name].choices ?? []).map((word) => ({ word, description: "" }));
}
