import { Problem } from "@forgehand/tasks/problem";
import type { Terminal } from "./terminal.ts";

/** Questions to the user, on standard error, because standard output is for results. */
export interface Questions {
  /** Asks a question that is answered by yes or no; false if the user cancels. */
  readonly confirm: (message: string) => Promise<boolean>;
  /** @throws Problem if the user cancels */
  readonly secret: (message: string) => Promise<string>;
  /**
   * @param problemOf returns what is wrong with an answer
   * @throws Problem if the user cancels
   */
  readonly text: (
    message: string,
    placeholder: string,
    problemOf: (text: string) => string | undefined,
  ) => Promise<string>;
  /** @throws Problem if the user cancels */
  readonly select: <T extends string>(
    message: string,
    options: readonly { readonly value: T; readonly hint: string }[],
  ) => Promise<T>;
}

/** Creates questions; undefined if there is no user to ask. */
export function createQuestions({ isInteractive }: Terminal, signal?: AbortSignal): Questions | undefined {
  if (!isInteractive) return undefined;
  const common = { output: process.stderr, ...(signal && { signal }) };
  const load = () => import("@clack/prompts");
  return {
    async confirm(message) {
      const { confirm } = await load();
      return (await confirm({ ...common, message, initialValue: false })) === true;
    },
    async secret(message) {
      const { password } = await load();
      // Nothing is shown while typing, not even the length.
      return answered(await password({ ...common, message, mask: "" }));
    },
    async text(message, placeholder, problemOf) {
      const { text } = await load();
      return answered(await text({ ...common, message, placeholder, validate: (value = "") => problemOf(value) }));
    },
    async select<T extends string>(message: string, options: readonly { readonly value: T; readonly hint: string }[]) {
      const { select } = await load();
      const choices = options.map(({ value, hint }) => ({ value: String(value), label: value, hint }));
      const chosen = answered(await select({ ...common, message, options: choices }));
      const option = options.find(({ value }) => value === chosen);
      if (option === undefined) throw cancelled();
      return option.value;
    },
  };
}

function answered(answer: string | symbol): string {
  if (typeof answer === "string") return answer;
  throw cancelled();
}

const cancelled = () => new Problem("Cancelled.");
