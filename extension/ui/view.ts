import type { CachedPage, CachedSite } from "../cache/cached-data.ts";
import type { OverlayPart } from "../messages/page.ts";
import type { MessageResponse } from "../messages/protocol.ts";
import type { ChangeResult, ControlId, ControlStates, Intents } from "../model/control-states.ts";
import type { ParsedPage, Subject } from "../page/parse-page.ts";

/** Shows a message about a completed change. */
export type Notify = (text: string, undo?: () => void) => void;

/**
 * Context in which a control is shown. Connects it to its subject and to the worker, without exposing messaging or
 * storage.
 */
export interface ControlView {
  readonly page: ParsedPage;
  /** The user's settings for the page's host. */
  readonly site: Pick<CachedSite, "controls" | "theme">;
  /** Row of the page's list that the view is about; undefined for the page itself. */
  readonly row?: Subject | undefined;
  /** Whether the locked state is already shown prominently, so that controls need not repeat it. */
  readonly isLockShown?: boolean;
  /** Whether space is limited, as in a list row. */
  readonly isCompact?: boolean;
  /**
   * Creates the view of a row of this page's list.
   * @param known last known state of the row
   */
  forRow(row: Subject, known: CachedPage | undefined): ControlView;
  /** Reads the last known states of rows of this page's list, in their order. */
  cachedRows(rows: readonly Subject[]): Promise<readonly (CachedPage | undefined)[]>;
  /** Last known state, without a request. */
  cached<C extends ControlId>(control: C): ControlStates[C] | undefined;
  /**
   * Calls back when a newer state is known, whatever its source.
   * @param signal ends the callbacks when aborted
   */
  onUpdate<C extends ControlId>(control: C, changed: (state: ControlStates[C]) => void, signal: AbortSignal): void;
  read<C extends ControlId>(control: C): Promise<ControlStates[C] | undefined>;
  /** @param isSeen whether the user can have seen what they pressed; otherwise, the change waits for a confirmation */
  change<C extends ControlId>(
    control: C,
    intent: Intents[C],
    isSeen: boolean,
  ): Promise<ChangeResult<ControlStates[C] | undefined>>;
  candidates(): Promise<MessageResponse<"candidates">>;
  /** Opens the settings. Undefined on GitHub's pages, where no script of the extension can open its own pages. */
  readonly openOptions?: (() => void) | undefined;
  /** Makes another account the active one on the page's host. */
  switchAccount(login: string): void;
  /** Loads a part of the overlay into the page. */
  loadPart(part: OverlayPart): Promise<void>;
  /** Shows a message, optionally with an undo button. */
  readonly notify: Notify;
}

/** Name of the view's subject: `acme/widgets` or `acme/widgets#1`. */
export function subjectName({ page, row }: Pick<ControlView, "page" | "row">): string {
  const subject = row ?? (page.kind === "list" ? undefined : page);
  if (!subject) return "";
  const number = "number" in subject && subject.number !== undefined ? `#${subject.number}` : "";
  return `${subject.owner}/${subject.repo}${number}`;
}
