import * as z from "zod/mini";
import { accountOf } from "../../lists/account-id.ts";
import type { NewJob } from "../../lists/job.ts";
import type { Reason } from "../../lists/reason.ts";
import { reasonText } from "../../lists/reason-words.ts";
import type { ListAsks } from "../../messages/lists.ts";
import type { ProblemKind } from "../../messages/problem.ts";
import { isRepositoryName } from "../../page/parse-page.ts";
import type { ControlSwitch } from "../../settings.ts";
import { t } from "../../ui/words.ts";
import { findAccount } from "../accounts.ts";
import { checkOn, switchOf } from "../acting.ts";
import { bulk } from "../lists/bulk.ts";
import { Unavailable } from "../lists/reason.ts";
import { Refused } from "../problems.ts";
import { type Handlers, handler } from "./handler.ts";

/** As many repositories as a job may have. */
const MOST = 50_000;

const account = z.string();
const id = z.string();
const wanted = z.union([
  z.strictObject({ starred: z.boolean() }),
  z.strictObject({ watch: z.enum(["not watching", "watching", "ignoring"]) }),
]);
const imported = z
  .object({ owner: z.string(), name: z.string(), wanted })
  .check(z.refine(({ owner, name }) => isRepositoryName(owner, name)));

const NewJobShape: z.ZodMiniType<NewJob> = z.union([
  z.object({
    account,
    action: z.enum(["star", "unstar", "watch", "ignore", "unwatch"]),
    ids: z.array(z.int()).check(z.maxLength(MOST)),
  }),
  z.object({ account, action: z.literal("import"), items: z.array(imported).check(z.maxLength(MOST)) }),
]);

/** What the lists page asks about lists and jobs. */
export const LIST_HANDLERS: Handlers<ListAsks> = {
  "lists-refresh": handler<"lists-refresh">(z.object({ account }), async ({ account }) => {
    await known(account);
    (await bulk()).gatherings.refresh(account);
    return undefined;
  }),
  "lists-stop": handler<"lists-stop">(z.object({ account }), async ({ account }) => {
    await (await bulk()).gatherings.stop(account);
    return undefined;
  }),
  "jobs-estimate": handler<"jobs-estimate">(z.object({ job: NewJobShape }), async ({ job }) => {
    await known(job.account);
    return inWords(async () => (await bulk()).jobs.estimate(job));
  }),
  "jobs-start": handler<"jobs-start">(z.object({ job: NewJobShape }), async ({ job }) => {
    await known(job.account);
    await checkOn({}, switchesOf(job));
    return inWords(async () => (await bulk()).jobs.start(job));
  }),
  "jobs-pause": handler<"jobs-pause">(z.object({ id }), async ({ id }) => {
    await (await bulk()).jobs.pause(id);
    return undefined;
  }),
  "jobs-resume": handler<"jobs-resume">(z.object({ id }), async ({ id }) => {
    await (await bulk()).jobs.resume(id);
    return undefined;
  }),
  "jobs-cancel": handler<"jobs-cancel">(z.object({ id }), async ({ id }) => {
    await (await bulk()).jobs.cancel(id);
    return undefined;
  }),
  "jobs-undo": handler<"jobs-undo">(z.object({ id }), ({ id }) => inWords(async () => (await bulk()).jobs.undo(id))),
};

/** The controls that a job's changes are of. */
function switchesOf(job: NewJob): ControlSwitch[] {
  if (job.action === "import") return [...new Set(job.items.map(({ wanted }) => switchOf(wanted)))];
  return [job.action === "star" || job.action === "unstar" ? "star" : "watch"];
}

/** @throws Refused where there is no such account */
async function known(account: string): Promise<void> {
  const name = accountOf(account);
  if (!(await findAccount(name))) throw new Refused(t("noAccountFor", name.origin), "account");
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Unavailable) throw new Refused(reasonText(error.reason), kindOf(error.reason));
    throw error;
  }
}

function kindOf({ kind }: Reason): ProblemKind {
  if (kind === "no account" || kind === "account" || kind === "token") return "account";
  return kind === "locked" || kind === "limit" || kind === "offline" ? kind : "other";
}
