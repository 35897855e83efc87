import { html } from "hono/html";
import { firstRepositories } from "../../state/overview.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";
import { countStars } from "../../state/stars.ts";
import type { World } from "../../world.ts";
import type { Html } from "../layout/html.ts";
import { caption, SHOWN, section, table } from "./parts.ts";

/** @param privateToo or only those that everybody sees */
export function repositories(world: World, privateToo: boolean): Html {
  const found = firstRepositories(world.db, privateToo, SHOWN);
  const [one, many] = privateToo ? ["repository", "repositories"] : ["public repository", "public repositories"];
  const rows = found.rows.map((repository) => repositoryRow(world, repository));
  return section(
    "repositories",
    "Repositories",
    found.total === 0
      ? html`<p class="quiet">There are none yet: <code>POST /user/repos</code> creates one.</p>`
      : table(
          "repositories",
          caption(found, one, many),
          ["Repository", "Visibility", "Branch", "Stars", "Description"],
          rows,
        ),
  );
}

function repositoryRow({ db }: World, repository: Repository): Html {
  const name = fullNameOf(db, repository);
  return html`<tr>
    <th scope="row"><a href="/${name}">${name}</a></th>
    <td>${repository.private ? "private" : "public"}${repository.archived ? ", archived" : ""}</td>
    <td>${repository.default_branch}</td>
    <td>${countStars(db, repository.id)}</td>
    <td>${repository.description}</td>
  </tr>`;
}
