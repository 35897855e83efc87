import { asTyped } from "../contract/defined.ts";
import type { Edition } from "../contract/edition.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import type { WireNames } from "../dialect/dialect.ts";
import type { Validation } from "../validation/validation.ts";
import type { Explain } from "./access/missing-access.ts";
import { decode } from "./answer/decode.ts";
import { itemValues, listing, nextPage } from "./answer/pages.ts";
import { checkWishes, type Wishes } from "./call-options.ts";
import type { Incoming, Outgoing, Owner, Priority, Send } from "./chain.ts";
import type { Clock } from "./clock.ts";
import type { Caller } from "./credentials/token-source.ts";
import { encode } from "./request/encode.ts";
import type { Fields } from "./request/fields.ts";
import { complaintAbout, readInput } from "./request/input.ts";
import type { TellOf } from "./telling.ts";

/** What calls have in common: which service, as whom, and how. */
export interface Setting {
  readonly baseUrl: URL;
  readonly dialect: WireNames;
  readonly edition: Edition | undefined;
  readonly version: string | undefined;
  readonly timeout: number;
  readonly deadline: number;
  readonly maxWait: number;
  readonly priority: Priority;
  readonly validation: Validation;
  readonly clock: Clock;
  /** Gives a call what tells of it; absent where nobody watches. */
  readonly tellOf: TellOf | undefined;
  readonly owner: Owner;
  readonly caller: () => Caller;
  readonly explain: Explain;
}

/** The ways from an operation and an input to what the caller wants. */
export interface Calling {
  /** The request of a call. @throws InputError */
  readonly prepare: (operation: AnyOperation, fields: Fields, wishes: Wishes) => Outgoing;
  /** The same for whatever a caller has given. @throws InputError */
  readonly begin: (operation: AnyOperation, input: unknown, wishes: Wishes) => Outgoing;
  /** Begins the time that a call may take in all. @returns how many milliseconds of it are left, at least 1 */
  readonly timeLeft: (wishes: Wishes) => () => number;
  /** What an answer means. @throws ForgeError */
  readonly read: (request: Outgoing, answer: Incoming) => unknown;
  /** Sends, and makes of the answer whatever the caller wants. @throws ForgeError */
  readonly run: <Result>(
    request: Outgoing,
    send: Send,
    use: (answer: Incoming) => Result | Promise<Result>,
  ) => Promise<Result>;
}

export function calling(setting: Setting): Calling {
  const { dialect, clock, tellOf, caller, explain, validation, owner } = setting;
  const destination = { ...setting, root: setting.baseUrl.href.replace(/\/+$/, "") };

  function prepare(operation: AnyOperation, fields: Fields, wishes: Wishes): Outgoing {
    const encoded = encode(operation, fields, destination, { ...wishes, version: wishes.version ?? setting.version });
    const patience = wishes.deadline ?? setting.deadline;
    return {
      ...encoded,
      owner,
      signal: wishes.signal,
      priority: wishes.priority ?? setting.priority,
      timeout: wishes.timeout ?? setting.timeout,
      deadline: patience === Infinity ? Infinity : clock.now() + patience,
      maxWait: wishes.maxWait ?? setting.maxWait,
      attempt: 1,
      tell: tellOf?.(encoded),
    };
  }

  return {
    prepare,
    timeLeft(wishes) {
      const end = clock.now() + (wishes.deadline ?? setting.deadline);
      return () => Math.max(1, end - clock.now());
    },
    begin(operation, input, wishes) {
      const fields = readInput(operation, input);
      checkWishes(wishes, false, complaintAbout(operation));
      return prepare(operation, fields, wishes);
    },
    read: (request, answer) => decode(request, answer, { dialect, caller: caller(), explain, validation, clock }),
    async run(request, send, use) {
      try {
        request.signal?.throwIfAborted();
        return await use(await send(request));
      } catch (error) {
        request.tell?.({ type: "error", error });
        throw error;
      }
    },
  };
}

/** Calls operations along a line. What comes out was held against the contract, which the types are made from. */
export function caller({ begin, read, run }: Calling, send: Send) {
  return async (operation: AnyOperation, input: unknown = {}, wishes: Wishes = {}) => {
    const request = begin(operation, input, wishes);
    return asTyped(await run(request, send, (answer) => read(request, answer)));
  };
}

/** Reads lists along a line. @param use what is given of each page */
export function lister({ prepare, read, run, timeLeft }: Calling, send: Send, use: UsePage) {
  return (operation: AnyOperation, input: unknown = {}, wishes: Wishes = {}) => {
    let left: (() => number) | undefined;
    const begin = () => {
      const fields = readInput(operation, input);
      checkWishes(wishes, true, complaintAbout(operation));
      return fields;
    };
    const ask = (fields: Fields, signal: AbortSignal | undefined) => {
      // From the first page on, one deadline for all of them.
      left ??= timeLeft(wishes);
      const asked = prepare(operation, fields, { ...wishes, signal, deadline: left() });
      return run(asked, send, (answer) => {
        return { output: read(asked, answer), next: nextPage(answer.headers.get("link")), request: asked };
      });
    };
    return listing(operation, begin, wishes, ask, (page) => use(operation, page));
  };
}

type UsePage = (operation: AnyOperation, page: unknown) => readonly unknown[];

/** What lists give: their pages, or their items. */
export const PAGES: UsePage = (_, page) => [page];
export const ITEMS: UsePage = itemValues;
