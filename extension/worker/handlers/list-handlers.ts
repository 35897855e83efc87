import * as z from "zod/mini";
import { parseAccountId } from "../../lists/account-id.ts";
import { MAX_JOB_ITEMS, type NewJob } from "../../lists/job.ts";
import type { Reason } from "../../lists/reason.ts";
import { reasonText } from "../../lists/reason-text.ts";
import { controlOf, wantedStateOf } from "../../lists/wanted-state.ts";
import { t } from "../../locales/i18n.ts";
import type { ListMessages } from "../../messages/lists.ts";
import type { ProblemKind } from "../../model/problem.ts";
import { isRepositoryName } from "../../page/parse-page.ts";
import type { ControlSwitch } from "../../settings.ts";
import { findAccount } from "../accounts.ts";
import { bulkServices } from "../lists/bulk-services.ts";
import { estimateChecks } from "../lists/check-subscriptions.ts";
import { UnavailableError } from "../lists/error-reason.ts";
import { checkEnabled } from "../message-subject.ts";
import { RefusedError } from "../refused-error.ts";
import { type MessageHandlers, validatingHandler } from "./handler.ts";

/** Maximum number of repositories that one message can ask to check. */
const MAX_VISIBLE = 200;

const account = z.string();
const id = z.string();
const wantedSchema = z.union([
  z.strictObject({ starred: z.boolean() }),
  z.strictObject({ watch: z.enum(["not-watching", "watching", "ignoring"]) }),
]);
const importedItemSchema = z
  .object({ owner: z.string(), name: z.string(), wanted: wantedSchema })
  .check(z.refine(({ owner, name }) => isRepositoryName(owner, name)));

const NewJobSchema: z.ZodMiniType<NewJob> = z.union([
  z.object({
    account,
    action: z.enum(["star", "unstar", "watch", "ignore", "unwatch"]),
    ids: z.array(z.int()).check(z.maxLength(MAX_JOB_ITEMS)),
  }),
  z.object({
    account,
    action: z.literal("import"),
    items: z.array(importedItemSchema).check(z.maxLength(MAX_JOB_ITEMS)),
  }),
]);

/** Handlers for list and job messages of the lists page. */
export const LIST_HANDLERS: MessageHandlers<ListMessages> = {
  "lists-refresh": validatingHandler<"lists-refresh">(z.object({ account }), async ({ account }) => {
    await requireKnownAccount(account);
    (await bulkServices()).gatherings.refresh(account);
    return undefined;
  }),
  "lists-check-all": validatingHandler<"lists-check-all">(z.object({ account }), async ({ account }) => {
    await requireKnownAccount(account);
    (await bulkServices()).gatherings.checkAll(account);
    return undefined;
  }),
  "lists-check": validatingHandler<"lists-check">(
    z.object({ account, ids: z.array(z.int()).check(z.maxLength(MAX_VISIBLE)) }),
    async ({ account, ids }) => {
      await requireKnownAccount(account);
      await withReasonText(async () => (await bulkServices()).checkEntries(account, ids));
      return undefined;
    },
  ),
  "lists-estimate-checks": validatingHandler<"lists-estimate-checks">(
    z.object({ count: z.int().check(z.nonnegative()) }),
    async ({ count }) => estimateChecks(count),
  ),
  "lists-stop": validatingHandler<"lists-stop">(z.object({ account }), async ({ account }) => {
    await (await bulkServices()).gatherings.stop(account);
    return undefined;
  }),
  "jobs-estimate": validatingHandler<"jobs-estimate">(z.object({ job: NewJobSchema }), async ({ job }) => {
    await requireKnownAccount(job.account);
    return withReasonText(async () => (await bulkServices()).jobs.estimate(job));
  }),
  "jobs-start": validatingHandler<"jobs-start">(z.object({ job: NewJobSchema }), async ({ job }) => {
    await requireKnownAccount(job.account);
    await checkEnabled({}, switchesFor(job));
    return withReasonText(async () => (await bulkServices()).jobs.start(job));
  }),
  "jobs-pause": validatingHandler<"jobs-pause">(z.object({ id }), async ({ id }) => {
    await (await bulkServices()).jobs.pause(id);
    return undefined;
  }),
  "jobs-resume": validatingHandler<"jobs-resume">(z.object({ id }), async ({ id }) => {
    await checkJobEnabled(id);
    await (await bulkServices()).jobs.resume(id);
    return undefined;
  }),
  "jobs-cancel": validatingHandler<"jobs-cancel">(z.object({ id }), async ({ id }) => {
    await (await bulkServices()).jobs.cancel(id);
    return undefined;
  }),
  "jobs-undo": validatingHandler<"jobs-undo">(z.object({ id }), async ({ id }) => {
    await checkJobEnabled(id);
    return withReasonText(async () => (await bulkServices()).jobs.undo(id));
  }),
};

function switchesFor(job: NewJob): ControlSwitch[] {
  if (job.action === "import") return [...new Set(job.items.map(({ wanted }) => controlOf(wanted)))];
  return [controlOf(wantedStateOf(job.action))];
}

/** @throws RefusedError if the user or an administrator disabled a control that the job uses */
async function checkJobEnabled(id: string): Promise<void> {
  const job = await (await bulkServices()).lists.get("jobs", id);
  await checkEnabled({}, job?.controls ?? []);
}

/** @throws RefusedError if the account does not exist */
async function requireKnownAccount(account: string): Promise<void> {
  const ref = parseAccountId(account);
  if (!(await findAccount(ref))) throw new RefusedError(t("noAccountFor", ref.origin), "account");
}

async function withReasonText<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof UnavailableError) throw new RefusedError(reasonText(error.reason), problemKind(error.reason));
    throw error;
  }
}

function problemKind({ kind }: Reason): ProblemKind {
  if (kind === "no-account" || kind === "account" || kind === "token") return "account";
  return kind === "locked" || kind === "limit" || kind === "offline" ? kind : "other";
}
