import type { Known } from "../known/keys.ts";
import type { Part } from "../messages/page.ts";
import type { Answer, Request } from "../messages/protocol.ts";
import type { Acted, ControlId, Intents, States } from "../messages/states.ts";
import type { Page, Subject } from "../page/parse-page.ts";

/** What is said of something that was done. */
export type Say = (text: string, undo?: () => void) => void;

/** Where a control is shown: it knows what it is about and whom to ask, and nothing of the worker or of storage. */
export interface View {
  readonly page: Page;
  /** The row of the page's list that it is about; else it is about the page itself. */
  readonly row?: Subject | undefined;
  /** Tokens are locked, which is said where all that is shown can be seen: nothing else need say it. */
  readonly locked?: boolean;
  /** A small place, such as a row. */
  readonly small?: boolean;
  /** A view of a row of this page's list. @param known what was last known of it */
  ofRow(row: Subject, known: Known | undefined): View;
  /** What was last known, before anybody asks. */
  known<C extends ControlId>(control: C): States[C] | undefined;
  /** Calls back when more is known, whoever asked. @param signal ends that */
  onKnown<C extends ControlId>(control: C, changed: (state: States[C]) => void, signal: AbortSignal): void;
  look<C extends ControlId>(control: C): Promise<States[C] | undefined>;
  act<C extends ControlId>(control: C, intent: Intents[C]): Promise<Acted<States[C] | undefined>>;
  candidates(): Promise<Answer<"candidates">>;
  open(what: Request<"open">["what"]): void;
  /** Has another account of the page's host act. */
  switchTo(login: string): void;
  /** Has a part of the overlay loaded into the page. */
  load(part: Part): Promise<void>;
  /** Tells what was done, to everybody in front of it, with a way back. */
  readonly say: Say;
}

/** What a view is about, by its name: `acme/widgets`, `acme/widgets#1`. */
export function subjectName({ page, row }: Pick<View, "page" | "row">): string {
  const subject = row ?? (page.kind === "list" ? undefined : page);
  if (!subject) return "";
  const number = "number" in subject && subject.number !== undefined ? `#${subject.number}` : "";
  return `${subject.owner}/${subject.repo}${number}`;
}
