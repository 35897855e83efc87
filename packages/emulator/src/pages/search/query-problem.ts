import { UnknownUser } from "../../search/conditions.ts";
import { WrongQuery } from "../../search/find-issues.ts";

/** The longest query that is read. */
const LONGEST = 1000;

/** What a search finds, or why it can't be answered. */
export function answering<T extends object>(text: string, search: () => T): T | { readonly problem: string } {
  if (text.length > LONGEST) return { problem: `A search has at most ${LONGEST} characters.` };
  try {
    return search();
  } catch (error) {
    if (error instanceof WrongQuery) return { problem: error.message };
    if (error instanceof UnknownUser) return { problem: `There is nobody called ${error.message} here.` };
    throw error;
  }
}
