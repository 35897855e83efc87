import { html } from "hono/html";
import { pullRequestChangesOf } from "../../git/pull-request-changes.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import type { Html } from "../layout/html.ts";
import { tabs } from "../layout/tabs.ts";
import type { RepositoryPageRequest } from "../repository/repository-layout.ts";
import { countPullChecks } from "./count-checks.ts";

export type PullTab = "conversation" | "checks" | "files";

/** Renders the tabs of a pull request's pages. */
export function pullRequestTabs({ context, root }: RepositoryPageRequest, pull: PullRequest, current: PullTab): Html {
  const address = `${root}/pull/${pull.number}`;
  const count = pullRequestChangesOf(context.db, pull)?.files.length;
  return html`<div class="tabnav">
    ${tabs("Pull request navigation tabs", current, [
      { id: "conversation", name: "Conversation", icon: "comment", address },
      {
        id: "checks",
        name: "Checks",
        icon: "check",
        address: `${address}/checks`,
        count: countPullChecks(context.db, pull),
      },
      { id: "files", name: "Files changed", icon: "file", address: `${address}/files`, count },
    ])}
  </div>`;
}
