import * as z from "zod/mini";
import { createInstallationToken } from "../contract/app/installations.ts";
import { asTyped } from "../contract/defined.ts";
import { placeholdersOf } from "../contract/operation.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import { InputError, ResponseError } from "../errors.ts";
import { lazy } from "../internal/lazy.ts";
import { explainByContract } from "./access/missing-access.ts";
import { refuseKind } from "./access/refuse-kind.ts";
import { decode } from "./answer/decode.ts";
import { checkDownload, linkedDownload, linkRequest, openDownload } from "./answer/download.ts";
import { readRate } from "./answer/rate-limit.ts";
import { cache } from "./cache/cache.ts";
import type { Wishes } from "./call-options.ts";
import { caller, calling, ITEMS, lister, PAGES } from "./calling.ts";
import { chain, type Incoming, type Outgoing, type Send } from "./chain.ts";
import type { Client } from "./client-types.ts";
import type { Exchange } from "./credentials/token-source.ts";
import { type ClientOptions, readOptions, type Settings } from "./options.ts";
import { pacing } from "./pace/pacing.ts";
import type { Fields } from "./request/fields.ts";
import { operationOf, readAnything } from "./request/requests.ts";
import { attempts } from "./steps/attempt.ts";
import { authorize } from "./steps/authorize.ts";
import { redirects } from "./steps/redirects.ts";
import { doneAnswer, type Look, retry } from "./steps/retry.ts";
import { telling } from "./telling.ts";
import { watched } from "./transport/watched.ts";

export type { CallOptions, ListOptions } from "./call-options.ts";
export type { Client, ListMediaOptions, MediaOptions, RawAnswer } from "./client-types.ts";
export type { ClientOptions } from "./options.ts";

/**
 * A client of one service, with one caller's token. Unless told otherwise it keeps to the published limits, sends again what
 * is safe to send again, and asks only for what has changed.
 * @throws InputError on an option that can't be right
 */
export function createClient(options: ClientOptions): Client {
  const settings = readOptions(options);
  const { source, dialect, clock } = settings;
  const setting = {
    ...settings,
    maxWait: settings.pace.maxWait,
    // Steps of the user's own see it: no way leads from there to the token.
    owner: { account: source.account, label: source.label },
    caller: source.known,
    explain: explainByContract(dialect, settings.edition),
    tellOf: telling(settings.onEvent, clock),
  };
  const ways = calling(setting);
  const { prepare, begin, read, run } = ways;
  const lines = linesOf(settings, look, exchange);

  function around({ status, headers }: Incoming) {
    const requestId = headers.get(dialect.headers.requestId) ?? undefined;
    return { status, headers, rate: readRate(headers, clock.now()), requestId };
  }

  /** Has a call whose answer was lost taken effect? The look goes past the cache: it must be of now. */
  async function look(lost: Outgoing, sentAt: number): Promise<Incoming | undefined> {
    const { look: first, success } = lost.definition;
    if (!first) return undefined;
    const { signal, priority, timeout, maxWait } = lost;
    const wishes = { signal, priority, timeout, maxWait, deadline: Math.max(1, lost.deadline - clock.now()) };
    const places = placeholdersOf(first.operation.path).map((name) => [name, lost.input[name]]);
    const request = prepare(first.operation, { ...Object.fromEntries(places), ...first.with }, wishes);
    return run(request, lines.direct, (answer) => {
      const found = read(request, answer);
      const done = first.done(found, lost.input, new Date(sentAt));
      if (done === false) return undefined;
      const status = Number(Object.keys(success)[0]);
      const standIn = first.answers ? { ...answer, status, output: first.answers(found) } : doneAnswer(lost);
      if (done && standIn) return standIn;
      throw new ResponseError("Nobody can tell whether it was done, or what it answered.");
    });
  }

  /** An app's own JWT brings the token of one of its installations. */
  async function exchange(jwt: string, installation: string) {
    const request = prepare(createInstallationToken, { installation_id: Number(installation) }, {});
    const headers = { ...request.headers, authorization: `Bearer ${jwt}` };
    const answer = await lines.bare({ ...request, headers });
    const caller = { token: jwt, kind: "app" } as const;
    const granted = z.safeParse(GrantedToken(), decode(request, answer, { ...setting, caller }));
    if (granted.success) return granted.data;
    throw new ResponseError("The answer holds no token.", { about: `${createInstallationToken.route}:` });
  }

  async function raw(operation: AnyOperation, input: unknown = {}, wishes: Wishes = {}) {
    const request = begin(operation, input, wishes);
    return run(request, lines.send, (answer) => ({ output: asTyped(read(request, answer)), ...around(answer) }));
  }

  async function anything(route: string, input: Fields = {}, wishes: Wishes = {}) {
    if (typeof input !== "object" || input === null) {
      throw new InputError("input is an object with the fields of the path and of query or body.", { field: "input" });
    }
    const asked = begin(operationOf(route, input), input, wishes);
    return run(asked, lines.send, (answer) => {
      // Everything but a success ends here.
      read(asked, answer);
      return { output: readAnything(asked, answer), ...around(answer) };
    });
  }

  async function request(route: string, input?: Fields, wishes?: Wishes) {
    return (await anything(route, input, wishes)).output;
  }

  async function download(what: AnyOperation | string, input: unknown = {}, wishes: Wishes = {}) {
    if (typeof what === "string") return openAddress(what, wishes);
    const asked = begin(what, input, wishes);
    checkDownload(asked);
    return run({ ...asked, reads: "stream" }, lines.send, (answer) => openDownload(asked, answer, read, lines.bare));
  }

  async function openAddress(address: string, wishes: Wishes) {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.protocol !== "https:" && url?.protocol !== "http:") {
      throw new InputError("A link to download from is an http or https address.", { field: "link" });
    }
    const asked = linkRequest(begin(operationOf("GET /{link}", {}), { link: "link" }, wishes), url);
    return run(asked, lines.bare, (answer) => linkedDownload(asked, answer));
  }

  return {
    call: Object.assign(caller(ways, lines.send), { raw }),
    pages: lister(ways, lines.send, PAGES),
    items: lister(ways, lines.send, ITEMS),
    request: Object.assign(request, { raw: anything }),
    download,
  };
}

/** Where a request goes along, from the caller to the service. */
interface Lines {
  /** All of the way. */
  readonly send: Send;
  /** Past what remembers: cache, and steps of the user's own. */
  readonly direct: Send;
  /** Without a token and the limits of its owner. */
  readonly bare: Send;
}

function linesOf(settings: Settings, look: Look, exchange: Exchange): Lines {
  const { source, dialect, clock, random } = settings;
  const again = settings.retry ? [retry(settings.retry, { clock, random, look })] : [];
  const end = attempts(settings.transport, clock, watched);
  // Every attempt takes a place of its own, so the limits come after what repeats; the token comes last, for the wait may
  // be longer than its life.
  const direct = chain(
    [...again, redirects, pacing(settings.pace, { clock, random }), authorize(source, exchange, clock)],
    end,
  );
  const remembering = settings.cache ? [cache(settings.cache, clock)] : [];
  return {
    send: chain([...settings.steps, refuseKind(dialect, source), ...remembering], direct),
    direct,
    bare: chain([...again, redirects], end),
  };
}

const GrantedToken = /* @__PURE__ */ lazy(() => z.looseObject({ token: z.string(), expires_at: z.string() }));
