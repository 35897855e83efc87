import type { IncomingMessage } from "node:http";
import { type Caller, NOBODY } from "../callers/caller.ts";
import { type Turn, takeTurn } from "../limits/turn.ts";
import { fullNameOf, repositoryOf } from "../state/repositories.ts";
import type { World } from "../world.ts";
import { errorAnswer, type Sent, writeAnswer } from "./answer.ts";
import { hasBody, readBody } from "./body.ts";
import type { Handler } from "./call.ts";
import { createConditional } from "./conditional.ts";
import { deprecationHeaders } from "./deprecation.ts";
import { accessHeaders, admit, checkEdition, checkRetired, checkVersion } from "./gate.ts";
import { readInput } from "./input.ts";
import { acceptedMedia } from "./media.ts";
import { createMissing } from "./missing.ts";
import { observe } from "./observed.ts";
import { collectLinks, readWindow } from "./paging.ts";
import { notFound, Refusal } from "./refusal.ts";
import { Reply } from "./reply.ts";
import type { HeaderList } from "./respond.ts";
import { type Route, weightOfNothing } from "./route.ts";
import type { Target } from "./target.ts";
import type { Known } from "./who-calls.ts";

/** A request, and where it leads. */
export interface Asked extends Target {
  readonly incoming: IncomingMessage;
  readonly method: string;
  /** The operation that is at home there. */
  readonly route: Route | undefined;
  /** What stands for its placeholders. */
  readonly names: Readonly<Record<string, string>>;
  /** It is answered in full, even to who has the answer already: something is to happen to it. */
  readonly inFull: boolean;
  /** What it carried, once somebody has read it: its text, or how many bytes it has where that is too large. */
  body: string | number | undefined;
}

/** What comes of a request. */
export interface Served {
  readonly sent: Sent;
  /** What the caller's circumstances add. */
  readonly headers: HeaderList;
}

/** Serves a call. */
export type Serve = (asked: Asked, known: Known) => Promise<Served>;

/** The query of most calls. Nobody writes to it. */
const NO_QUERY = new URLSearchParams();

/** Makes what serves every call: within its limits, through the gate, to its handler. It never throws. */
export function createServe(world: World, handlers: readonly Handler[]): Serve {
  const isMissing = createMissing(handlers);
  const conditional = createConditional(world);
  const versionHeader = world.dialect.headers.apiVersion.toLowerCase();

  async function answer(asked: Asked, route: Route, caller: Caller, turn: Turn, headers: HeaderList): Promise<Sent> {
    const { incoming, names, path, search } = asked;
    const { operation, definition, handler } = route;
    const named = admit(world, operation, caller, names);
    const query = search === "" ? NO_QUERY : new URLSearchParams(search);
    const isRead = operation.method === "GET";
    const body = !isRead && hasBody(incoming) ? await readBody(incoming, route.largestBody) : "";
    if (body !== "") asked.body = body;
    const window = readWindow(definition.paging, query);
    const links = collectLinks(definition.paging, window);
    const media = acceptedMedia(world.dialect, definition, incoming.headers.accept ?? null);
    const call = { world, caller, ...named, window, links, media, standings: turn.standings };
    let input: ReturnType<typeof readInput>;
    try {
      input = readInput(world, operation, names, query, body);
    } catch (error) {
      throw (await isMissing(operation, names, call)) ? notFound() : error;
    }
    // The input was just held against this operation's contract.
    const act = () => handler.answer(input as never, call);
    // What a call changes and what webhooks are told of it hold together, or not at all.
    const promised = isRead ? act() : world.db.transaction(act);
    const answered = promised instanceof Promise ? await promised : promised;
    const sent = writeAnswer(world, operation, answered, media);
    observe({ operation, dialect: world.dialect, media, sent });
    const link = links.header(`${world.webUrl}${path}${search}`);
    if (link !== undefined) headers.push("link", link);
    if (!isRead) return sent;
    const had = asked.inFull ? { authorization: incoming.headers.authorization } : incoming.headers;
    return conditional(sent, answered instanceof Reply ? answered.output : answered, had, headers);
  }

  function refuse(asked: Asked, error: unknown): Sent {
    const { status, message, complaints, headers, more } = byId(world, asked, refusalOf(error, asked));
    const sent = errorAnswer(world, status, message, complaints, headers, more);
    if (asked.route) observe({ operation: asked.route.operation, dialect: world.dialect, media: undefined, sent });
    return sent;
  }

  return async (asked, { caller, unknown }) => {
    const { incoming, route } = asked;
    const weight = route?.weight ?? weightOfNothing(asked.method);
    const turn = takeTurn(world, caller, () => incoming.socket.remoteAddress ?? "", weight);
    const headers: HeaderList = [];
    let sent: Sent;
    try {
      if (turn.refusal) throw turn.refusal;
      if (!route) throw unknown ?? notFound();
      checkEdition(world, route.operation);
      checkVersion(incoming.headers[versionHeader]?.toString());
      checkRetired(world, route.operation);
      if (unknown) throw unknown;
      sent = await answer(asked, route, caller, turn, headers);
    } catch (error) {
      sent = refuse(asked, error);
    }
    turn.leave({ notModified: sent.status === 304 });
    if (route?.definition.deprecated) headers.push(...deprecationHeaders(world, route.definition.deprecated));
    if (caller !== NOBODY) headers.push(...accessHeaders(world, route?.operation, caller));
    headers.push(...turn.headers());
    return { sent, headers };
  };
}

/** What an error is to the caller: a refusal says so, all else is the service's own trouble. */
function refusalOf(error: unknown, { method, path }: Asked): Refusal {
  if (error instanceof Refusal) return error;
  process.stderr.write(
    `${method} ${path}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  return new Refusal(500, "Server Error");
}

/** A refusal that names a repository's number leads to the same thing where it is now. */
function byId(world: World, { path, search }: Asked, refusal: Refusal): Refusal {
  const { location = "" } = refusal.headers;
  if (!/^\d+$/.test(location)) return refusal;
  return new Refusal(refusal.status, refusal.message, refusal.complaints, {
    location: `${world.webUrl}${placeOf(world, path, location)}${search}`,
  });
}

/** The path to the same thing of a repository: by its number, which stays, or by its name where a path ends with that. */
function placeOf({ db }: World, path: string, id: string): string {
  const named = /^(\/api\/v3)\/repos\/[^/]+\/[^/]+/;
  if (named.test(path)) return path.replace(named, `$1/repositories/${id}`);
  return path.replace(/[^/]+\/[^/]+$/, fullNameOf(db, repositoryOf(db, Number(id))));
}
