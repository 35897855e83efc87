import type { EmulatorContext, RefUpdate } from "../../emulator-context.ts";
import { peelTag } from "../../git/tag.ts";
import type { Account } from "../../state/accounts.ts";
import { isInInstallation } from "../../state/apps.ts";
import { checkSuitePreferences, checkSuites } from "../../state/check-runs.ts";
import { activeInstallationsFor } from "../../state/installations.ts";
import type { Repository } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import { appCheckSuiteEvent } from "./checks.ts";

/**
 * Creates the check suites that a pushed commit requests from apps: from all that can write checks, unless the
 * repository's preferences exclude them.
 */
export function requestCheckSuites(
  context: EmulatorContext,
  repository: Repository,
  sender: Account,
  { ref, after }: RefUpdate,
): void {
  const { db, deliveries } = context;
  const [, branch] = /^refs\/heads\/(.*)$/.exec(ref) ?? [];
  const head_sha = after === undefined ? undefined : peelTag({ db, repositoryId: repository.id }, after);
  if (branch === undefined || head_sha === undefined) return;
  const now = timestamp(context.now());
  for (const installation of activeInstallationsFor(db, repository.owner_id)) {
    const { app_id, permissions } = installation;
    const commit = { repository_id: repository.id, head_sha, app_id };
    const isExcluded = checkSuitePreferences.has(db, { repository_id: repository.id, app_id, setting: false });
    if (permissions["checks"] !== "write" || isExcluded || !isInInstallation(db, installation, repository)) continue;
    if (checkSuites.has(db, commit)) continue;
    const times = { created_at: now, updated_at: now };
    const suite = checkSuites.insert(db, { ...commit, head_branch: branch, rerequested: false, ...times });
    deliveries.emit(repository.id, appCheckSuiteEvent(context, repository, suite, sender, "requested"));
  }
}
