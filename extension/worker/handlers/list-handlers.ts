import { parseAccountId } from "../../lists/account-id.ts";
import { type ImportedItem, MAX_JOB_ITEMS, type NewJob } from "../../lists/job.ts";
import type { Reason } from "../../lists/reason.ts";
import { reasonText } from "../../lists/reason-text.ts";
import { controlOf, wantedStateOf } from "../../lists/wanted-state.ts";
import { t } from "../../locales/i18n.ts";
import type { ListMessages } from "../../messages/lists.ts";
import type { ProblemKind } from "../../model/problem.ts";
import { isRepositoryName, subjectKey } from "../../page/parse-page.ts";
import type { ControlSwitch } from "../../settings.ts";
import { requireAccount } from "../accounts.ts";
import { changeControl } from "../controls/index.ts";
import { type BulkServices, bulkServices } from "../lists/bulk-services.ts";
import { estimateChecks } from "../lists/check-subscriptions.ts";
import { UnavailableError } from "../lists/error-reason.ts";
import { checkEnabled } from "../message-subject.ts";
import { RefusedError } from "../refused-error.ts";
import { type MessageHandlers, validatingHandler } from "./handler.ts";
import { closedObjectOf, wantedStateSchema } from "./schemas.ts";

/** Maximum number of repositories that one message can ask to check. */
const MAX_VISIBLE = 200;

const account = "string";
const id = "string";
const importedItemSchema = {
  type: "checked",
  of: closedObjectOf({ owner: "string", name: "string", wanted: wantedStateSchema }),
  test: ({ owner, name }: ImportedItem) => isRepositoryName(owner, name),
  expected: "must have a valid name",
} as const;

const newJobSchema = {
  type: "union",
  of: [
    closedObjectOf({
      account,
      action: { type: "enum", values: ["star", "unstar", "watch", "ignore", "unwatch"] },
      ids: { type: "limited", of: { type: "array", of: "integer" }, max: MAX_JOB_ITEMS },
    }),
    closedObjectOf({
      account,
      action: { type: "enum", values: ["import"] },
      items: { type: "limited", of: { type: "array", of: importedItemSchema }, max: MAX_JOB_ITEMS },
    }),
  ],
} as const;

/** Handlers for list and job messages of the lists page. */
export const LIST_HANDLERS: MessageHandlers<ListMessages> = {
  "lists-refresh": validatingHandler(
    { account },
    forAccount(({ gatherings }, account) => gatherings.refresh(account)),
  ),
  "lists-check-all": validatingHandler(
    { account },
    forAccount(({ gatherings }, account) => gatherings.checkAll(account)),
  ),
  "lists-check": validatingHandler(
    { account, ids: { type: "limited", of: { type: "array", of: "integer" }, max: MAX_VISIBLE } },
    async ({ account, ids }) => {
      await requireAccount(parseAccountId(account));
      await withReasonText(async () => (await bulkServices()).checkEntries(account, ids));
      return undefined;
    },
  ),
  "lists-estimate-checks": validatingHandler({ count: { type: "limited", of: "integer", min: 0 } }, async ({ count }) =>
    estimateChecks(count),
  ),
  "lists-stop": validatingHandler({ account }, async ({ account }) => {
    await (await bulkServices()).gatherings.stop(account);
    return undefined;
  }),
  "jobs-estimate": validatingHandler({ job: newJobSchema }, async ({ job }) => {
    await requireAccount(parseAccountId(job.account));
    return withReasonText(async () => (await bulkServices()).jobs.estimate(job));
  }),
  "jobs-start": validatingHandler({ job: newJobSchema }, async ({ job }) => {
    await requireAccount(parseAccountId(job.account));
    await checkEnabled({}, switchesFor(job));
    return withReasonText(async () => (await bulkServices()).jobs.start(job));
  }),
  "jobs-pause": validatingHandler(
    { id },
    forJob(({ jobs }, id) => jobs.pause(id)),
  ),
  "jobs-resume": validatingHandler(
    { id },
    forJob(async ({ jobs }, id) => {
      await checkJobEnabled(id);
      await jobs.resume(id);
    }),
  ),
  "jobs-cancel": validatingHandler(
    { id },
    forJob(({ jobs }, id) => jobs.cancel(id)),
  ),
  "jobs-undo": validatingHandler({ id }, async ({ id }) => {
    await checkJobEnabled(id);
    return withReasonText(async () => (await bulkServices()).jobs.undo(id));
  }),
  "change-entry": validatingHandler(
    { account: "string", owner: "string", name: "string", wanted: wantedStateSchema },
    async ({ account: id, owner, name: repo, wanted }) => {
      if (!isRepositoryName(owner, repo)) throw new RefusedError(t("notUnderstood"));
      const control = controlOf(wanted);
      await checkEnabled({}, [control]);
      const ref = parseAccountId(id);
      const account = await requireAccount(ref);
      const { origin } = ref;
      const subject = { owner, repo };
      // The change is cached as the page's state, which updates the lists and open pages.
      return changeControl(control, account, { origin, subject, key: subjectKey(origin, subject) }, wanted);
    },
  ),
};

function forAccount(act: (services: BulkServices, account: string) => void) {
  return async ({ account }: { readonly account: string }) => {
    await requireAccount(parseAccountId(account));
    act(await bulkServices(), account);
    return undefined;
  };
}

function forJob(act: (services: BulkServices, id: string) => Promise<void>) {
  return async ({ id }: { readonly id: string }) => {
    await act(await bulkServices(), id);
    return undefined;
  };
}

function switchesFor(job: NewJob): ControlSwitch[] {
  if (job.action === "import") return [...new Set(job.items.map(({ wanted }) => controlOf(wanted)))];
  return [controlOf(wantedStateOf(job.action))];
}

/** @throws RefusedError if the user or an administrator disabled a control that the job uses */
async function checkJobEnabled(id: string): Promise<void> {
  const job = await (await bulkServices()).lists.get("jobs", id);
  await checkEnabled({}, job?.controls ?? []);
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
