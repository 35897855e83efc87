import { html } from "hono/html";
import type { EmulatorContext } from "../../emulator-context.ts";
import { firstRepositories } from "../../state/overview.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";
import { countStars } from "../../state/stars.ts";
import type { Html } from "../layout/html.ts";
import { MAX_ROWS, section, table, tableCaption } from "./parts.ts";

/** @param includesPrivate false to list public repositories only */
export function repositorySection(context: EmulatorContext, includesPrivate: boolean): Html {
  const listed = firstRepositories(context.db, includesPrivate, MAX_ROWS);
  const [singular, plural] = includesPrivate
    ? ["repository", "repositories"]
    : ["public repository", "public repositories"];
  const rows = listed.rows.map((repository) => repositoryRow(context, repository));
  return section(
    "repositories",
    "Repositories",
    listed.total === 0
      ? html`<p class="quiet">No repositories yet. <code>POST /user/repos</code> creates one.</p>`
      : table(
          "repositories",
          tableCaption(listed, singular, plural),
          ["Repository", "Visibility", "Branch", "Stars", "Description"],
          rows,
        ),
  );
}

function repositoryRow({ db }: EmulatorContext, repository: Repository): Html {
  const name = fullNameOf(db, repository);
  return html`<tr>
    <th scope="row"><a href="/${name}">${name}</a></th>
    <td>${repository.private ? "private" : "public"}${repository.archived ? ", archived" : ""}</td>
    <td>${repository.default_branch}</td>
    <td>${countStars(db, repository.id)}</td>
    <td>${repository.description}</td>
  </tr>`;
}
