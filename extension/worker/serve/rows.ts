import * as z from "zod/mini";
import type { RowAsks } from "../../messages/rows.ts";
import { aboutOf, accountOn, checkOn } from "../acting.ts";
import { glanceClient } from "../clients.ts";
import { look } from "../controls/index.ts";
import { sharedAnswers } from "../rows/shared-answers.ts";
import { type Handlers, handler } from "./handler.ts";
import { CONTROL, ON_PAGE, SUBJECT } from "./shapes.ts";

/** What rows of lists ask. */
export const ROW_HANDLERS: Handlers<RowAsks> = {
  "look-row": handler<"look-row">(
    z.object({ page: ON_PAGE.page, row: SUBJECT, controls: z.array(CONTROL).check(z.maxLength(3)) }),
    async ({ controls, ...on }, sender) => {
      const about = await aboutOf(on, sender);
      await checkOn(on, controls);
      const account = await accountOn(about.origin);
      const clientFor = sharedAnswers(glanceClient(account));
      const looks = controls.map((control) => look(control, account, about, clientFor()));
      return Object.fromEntries((await Promise.all(looks)).flatMap((state) => Object.entries(state)));
    },
  ),
};
